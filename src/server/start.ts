import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import { readEnvironment } from '#settings/environment.ts';
import { isPackage, ownersFolder, programFolder } from '#settings/folders.ts';
import { ownersLanguage } from '#settings/owners-language.ts';
import { buildInChildProcess, isBuilt } from './build.ts';
import { messagesIn } from './messages.ts';
import { isSite, makeContent, readDefaultAnswers } from './new-site/site-folder.ts';
import { explainFolderFailure } from './opening-failure.ts';

/** Heap limits in MB, so that a small server does not swap, and two helper threads instead of four, because each keeps freed memory. */
const V8_FLAGS = ['--max-old-space-size=512', '--max-semi-space-size=4', '--v8-pool-size=2'];

/**
 * Runs `npm start`: checks the settings, builds a checkout whose sources changed, and runs the built server. With
 * `--make-content`, as in a container, first creates the content if there is no site.
 */
export async function main(args: string[] = []): Promise<void> {
  const root = ownersFolder();
  const { usage } = messagesIn(ownersLanguage(join(root, 'content')));
  const options = readOptions(args, usage);
  if (options.help) return console.log(usage);
  const environment = readEnvironment(root);
  if (options['make-content'] && !isSite(root)) {
    try {
      makeContent(root, readDefaultAnswers('en'));
    } catch (error) {
      throw explainFolderFailure(error, root, messagesIn('en').newSite);
    }
  }
  readConfig(root, environment);
  if (!isPackage && !isBuilt(programFolder)) buildInChildProcess(programFolder);
  // Windows cannot replace a running process with another one.
  if (process.platform === 'win32' || !process.execve) {
    const server = await import(pathToFileURL(join(programFolder, 'dist/server/serve.js')).href);
    return server.main();
  }
  // Replaces this process, so that no parent remains and the memory used for starting is freed.
  const minbar = join(programFolder, 'minbar.mjs');
  const command = [process.execPath, ...V8_FLAGS, ...process.execArgv, minbar, 'serve'];
  process.execve(process.execPath, command, environment);
}

/** Parses the options. Throws a `ConfigError` with the usage if an argument is unknown. */
function readOptions(args: string[], usage: string) {
  try {
    const options = { help: { type: 'boolean', short: 'h' }, 'make-content': { type: 'boolean' } } as const;
    return parseArgs({ args, options }).values;
  } catch {
    throw new ConfigError(usage);
  }
}
