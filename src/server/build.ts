import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import { type Environment, readEnvironment } from '#settings/environment.ts';
import { asCommand } from './as-command.ts';
import { compressAssets } from './compress-assets.ts';
import { projectRoot } from './project-root.ts';

const stampFile = 'dist/build.json';

/** What `npm start` runs when it is built. */
export const serverEntry = 'dist/server/serve.js';

/** A fingerprint of everything the built site is made from: its sources, its tools and the build-time values. */
function fingerprint(root: string, environment: Environment): string {
  const values = Object.entries(environment).filter(([name]) => name.startsWith('VITE_'));
  const hash = createHash('sha256').update(JSON.stringify(values.sort()));
  const sources = ['index.html', 'vite.config.ts', 'package-lock.json', 'src/**/*.*'];
  for (const path of globSync(sources, { cwd: root, exclude: ['**/*.test.*'] }).sort())
    hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Whether `dist/` holds the site as its sources and the build-time values now make it. */
export function isBuilt(root: string, environment: Environment): boolean {
  const stamp = join(root, stampFile);
  try {
    return JSON.parse(readFileSync(stamp, 'utf8')).fingerprint === fingerprint(root, environment);
  } catch {
    // There is none, or a build that was killed left half of it.
    return false;
  }
}

async function buildSite(root: string, environment: Environment): Promise<void> {
  const { build } = await import('vite');
  const common = { root, logLevel: 'warn' as const };
  await build({ ...common, build: { outDir: 'dist/client', emptyOutDir: true } });
  // Node keeps the text of all it loads in memory. Names and lines stay, for whoever reads a stack trace.
  const output = {
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: false } },
    chunkFileNames: '[name].js',
    // One letter beyond Latin-1 doubles the size of a text in memory; the packages have none.
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] },
  };
  await build({
    ...common,
    build: {
      outDir: 'dist/server',
      emptyOutDir: true,
      ssr: 'src/server/serve.ts',
      minify: true,
      rolldownOptions: { output },
    },
  });
  await compressAssets(join(root, 'dist/client/assets'));
  writeFileSync(join(root, stampFile), JSON.stringify({ fingerprint: fingerprint(root, environment) }));
}

/** Builds in a process of its own: where this one cannot be replaced, the tools would stay in the server's memory. */
export async function buildApart(root: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'minbar.mjs'), 'build'], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new ConfigError('The site could not be built; what is wrong stands above.');
}

/** `npm run build` */
export const main: () => Promise<void> = asCommand(async () => {
  const environment = readEnvironment(projectRoot);
  readConfig(projectRoot, environment);
  if (isBuilt(projectRoot, environment)) {
    console.log('The site was built already; nothing has changed since.');
    return;
  }
  await buildSite(projectRoot, environment);
  console.log('The site is built.');
});
