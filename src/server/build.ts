import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressAssets } from './compress-assets.ts';
import { type BackendSettings, ConfigError, loadEnvironment, readConfig } from './config.ts';
import { projectRoot } from './project-root.ts';

const stampFile = 'dist/build.json';

/** A fingerprint of everything the built site is made from: its sources, its tools and the build-time values. */
function fingerprint(root: string, backend: BackendSettings): string {
  const hash = createHash('sha256').update(JSON.stringify(backend));
  const sources = ['index.html', 'vite.config.ts', 'package-lock.json', 'src/{web,contract}/**/*.*'];
  for (const path of globSync(sources, { cwd: root }).sort())
    hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Builds the site into `dist/` when anything it is made from has changed; answers whether it did. */
export async function buildSite(root: string, backend: BackendSettings): Promise<boolean> {
  const wanted = fingerprint(root, backend);
  const stamp = join(root, stampFile);
  if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).fingerprint === wanted) return false;
  const { build } = await import('vite');
  const common = { root, logLevel: 'warn' as const };
  await build({ ...common, build: { outDir: 'dist/client', emptyOutDir: true } });
  await build({
    ...common,
    build: { outDir: 'dist/server', emptyOutDir: true, ssr: 'src/web/entry-server.tsx' },
  });
  await compressAssets(join(root, 'dist/client/assets'));
  writeFileSync(stamp, JSON.stringify({ fingerprint: wanted }));
  return true;
}

/** `npm run build` */
export async function main(): Promise<void> {
  try {
    const config = readConfig(projectRoot, loadEnvironment(projectRoot));
    const built = await buildSite(projectRoot, config.backend);
    console.log(built ? 'The site is built.' : 'The site was built already; nothing has changed since.');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
