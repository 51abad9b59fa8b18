import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { isPackage, ownersFolder, programFolder } from '#settings/folders.ts';
import { buildApart, isBuilt } from './build.ts';
import { en } from './messages/en.ts';
import { isSite, makeContent, usualAnswers } from './new-site/site-folder.ts';
import { folderFailure } from './opening-failure.ts';

/** Read when a process starts only: give memory back early, for a site has long quiet hours. Source: docs/decisions/001. */
const flags = [
  '--max-semi-space-size=2',
  '--max-old-space-size=512',
  '--no-sparkplug',
  '--memory-pool-timeout=0',
  '--no-large-page-pool',
  '--expose-gc',
];
const allocator = {
  MALLOC_ARENA_MAX: '1',
  GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

/** Those that the Node has which runs this: it may be the owner's own, and one that it has not would end it. */
export function knownFlags(program = process.execPath): string[] {
  const known = execFileSync(program, ['--v8-options'], { encoding: 'utf8' });
  return flags.filter((flag) => known.includes(`  ${flag.replace('--no-', '--').replace(/=.*/, '')} (`));
}

/**
 * `npm start`: checks the settings, builds what changed (the package is built), and becomes the built server. A container's first
 * start, `start --make-content`, finds no content and makes it as a new site has it.
 */
export async function main(args: string[] = []): Promise<void> {
  const root = ownersFolder();
  const environment = readEnvironment(root);
  if (args.includes('--make-content') && !isSite(root)) {
    const content = join(programFolder, 'content');
    try {
      makeContent(root, content, usualAnswers(content, 'en'));
    } catch (error) {
      throw folderFailure(error, root, en.newSite);
    }
  }
  readConfig(root, environment);
  if (!isPackage && !isBuilt(programFolder)) buildApart(programFolder);
  // Windows cannot replace a process by another one.
  if (process.platform === 'win32' || !process.execve) {
    const server = await import(pathToFileURL(join(programFolder, 'dist/server/serve.js')).href);
    return server.main();
  }
  // The same process from then on, and no parent that stays: what starting took of memory is gone.
  const minbar = join(programFolder, 'minbar.mjs');
  const command = [process.execPath, ...knownFlags(), ...process.execArgv, minbar, 'serve'];
  process.execve(process.execPath, command, { ...allocator, ...environment });
}
