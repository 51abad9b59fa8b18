import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import { readEnvironment } from '#settings/environment.ts';
import { isPackage, ownersFolder, programFolder } from '#settings/folders.ts';
import { ownersLanguage } from '#settings/owners-language.ts';
import { buildApart, isBuilt } from './build.ts';
import { messagesIn } from './messages.ts';
import { isSite, makeContent, usualAnswers } from './new-site/site-folder.ts';
import { folderFailure } from './opening-failure.ts';

/** Limits of JavaScript's memory in MB, so that a small server does not swap: old objects, and each half of the new ones. */
const HEAP_FLAGS = ['--max-old-space-size=512', '--max-semi-space-size=4'];

/**
 * `npm start`: checks the settings, builds what changed (the package is built), and becomes the built server. A container's first
 * start, `start --make-content`, finds no content and makes it as a new site has it.
 */
export async function main(args: string[] = []): Promise<void> {
  const root = ownersFolder();
  const { usage } = messagesIn(ownersLanguage(join(root, 'content')));
  const options = readOptions(args, usage);
  if (options.help) return console.log(usage);
  const environment = readEnvironment(root);
  if (options['make-content'] && !isSite(root)) {
    const content = join(programFolder, 'content');
    try {
      makeContent(root, content, usualAnswers(content, 'en'));
    } catch (error) {
      throw folderFailure(error, root, messagesIn('en').newSite);
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

/** Throws a `ConfigError` with the usage for anything it does not know. */
function readOptions(args: string[], usage: string) {
  try {
    const options = { help: { type: 'boolean', short: 'h' }, 'make-content': { type: 'boolean' } } as const;
    return parseArgs({ args, options }).values;
  } catch {
    throw new ConfigError(usage);
  }
}
