import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { isPackage, ownersFolder, programFolder } from '#settings/folders.ts';
import { buildApart, isBuilt } from './build.ts';
import { en } from './messages/en.ts';
import { isSite, makeContent, usualAnswers } from './new-site/site-folder.ts';
import { folderFailure } from './opening-failure.ts';

/** Bound JavaScript's own memory in MB, so that a small server does not swap: what lives long, and each half of what is new. */
const HEAP_FLAGS = ['--max-old-space-size=512', '--max-semi-space-size=2'];

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
  const command = [process.execPath, ...HEAP_FLAGS, ...process.execArgv, minbar, 'serve'];
  process.execve(process.execPath, command, environment);
}
