import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { BuildOptions } from 'vite';
import { readConfig } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import { readEnvironment } from '#settings/environment.ts';
import { ownersFolder, programFolder } from '#settings/folders.ts';
import { ownersLanguage } from '#settings/owners-language.ts';
import { bundledPackagesFile, writeLicenses } from './license-notices.ts';
import { messagesIn } from './messages.ts';

const messages = messagesIn(ownersLanguage(join(ownersFolder(), 'content'))).build;

const stampFile = 'dist/built-from';

/** Entry points of `dist/program`: `npm start`, `npx minbar`, the owner's commands and the child processes. */
const entryPoints = [
  'src/server/start.ts',
  'src/server/new-site/new-site.ts',
  'src/library/library.ts',
  'src/reader/pdf-child.ts',
  'src/site/pictures/drawing-child.ts',
];

/** Matches the packages of the running site, but not pino, which is not pure Latin-1, nor those for archives or hosted projects. */
const serverPackages =
  /node_modules[\\/](?!(node-appwrite|node-fetch-native-with-agent|json-bigint|bignumber\.js|undici|pino|tar|@isaacs|minipass|minizlib|chownr|yallist)[\\/])/;

/** Hashes the sources and tools of the built site. */
function fingerprint(root: string): string {
  const hash = createHash('sha256');
  const sources = ['vite.config.ts', 'package-lock.json', 'src/**/*.*'];
  for (const path of globSync(sources, { cwd: root, exclude: ['**/*.test.*'] }).sort())
    hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Whether `dist/` is the build of the current sources. */
export function isBuilt(root: string): boolean {
  const stamp = join(root, stampFile);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
}

/** Runs the steps of a build. `dist/` has no stamp until all of them are done, so a killed build does not count. */
export async function runBuild(root: string, steps: () => Promise<void>): Promise<void> {
  rmSync(join(root, stampFile), { force: true });
  // Hashed before the steps, so that a source changed during the build causes another build.
  const builtFrom = fingerprint(root);
  await steps();
  writeFileSync(join(root, stampFile), builtFrom);
}

async function buildSite(root: string, { build }: typeof import('vite')): Promise<void> {
  const bundle = (name: string, options: BuildOptions) => {
    const outDir = `dist/${name}`;
    const license = { fileName: bundledPackagesFile };
    return build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true, license, ...options } });
  };
  // Minified, because Node keeps loaded sources in memory; names and lines remain, so that stack traces are readable.
  const output = {
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: false } },
    chunkFileNames: '[name].js',
    // A single letter beyond Latin-1 doubles a file's size in memory. These packages have none, so they share one file;
    // packages that only the commands need are loaded with the commands.
    codeSplitting: { groups: [{ name: 'packages', test: serverPackages }] },
  };
  await bundle('client', {});
  await bundle('server', { ssr: 'src/server/serve.ts', minify: true, rolldownOptions: { output } });
  const rolldownOptions = { input: entryPoints, external: ['vite'], output };
  await bundle('program', { ssr: true, manifest: false, minify: true, rolldownOptions });
  // The drawing process reads its fonts from the folder next to it, as in the sources.
  const isFont = (path: string) => extname(path) === '' || extname(path) === '.ttf';
  cpSync(join(root, 'src/site/pictures/fonts'), join(root, 'dist/program/fonts'), {
    recursive: true,
    filter: isFont,
  });
  cpSync(join(root, 'src/text/verses/hashes.json'), join(root, 'dist/verses/hashes.json'));
  writeLicenses(root, ['dist/client', 'dist/server', 'dist/program']);
  compressAssets(join(root, 'dist/client/assets'));
}

/** Compresses each script, stylesheet and SVG of a folder into a `.br` file next to it, at brotli's best level. */
function compressAssets(folder: string): void {
  // Fonts and other pictures are already compressed.
  for (const name of globSync('*.{js,css,svg}', { cwd: folder })) {
    const bytes = readFileSync(join(folder, name));
    // Node's default is brotli's best level.
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}

/** Builds in a child process, so that the build tools take no memory in this one. Throws a `ConfigError` if the build fails. */
export function buildInChildProcess(root: string): void {
  const args = [join(root, 'minbar.mjs'), 'build'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new ConfigError(messages.failed);
}

/** Runs `npm run build`: builds the site unless its sources are unchanged. */
export async function main(): Promise<void> {
  readConfig(programFolder, readEnvironment(programFolder));
  if (isBuilt(programFolder)) return console.log(messages.unchanged);
  const vite = await import('vite').catch(() => {
    throw new ConfigError(messages.toolsMissing);
  });
  await runBuild(programFolder, () => buildSite(programFolder, vite));
  console.log(messages.done);
}
