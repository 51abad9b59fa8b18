import { join } from 'node:path';
import { giveToOwner } from '#backend/data-folder.ts';
import { ConfigError } from '#settings/config-error.ts';
import { readEnvironment } from '#settings/environment.ts';
import { ownersFolder } from '#settings/folders.ts';
import { quietSdkWarnings } from '#settings/sdk-warnings.ts';
import { applyTimeZone } from '#settings/time-zone.ts';
import { backupCommand } from './commands/backup.ts';
import { type Command, type ExitCode, exitCode } from './commands/command.ts';
import { doctorCommand } from './commands/doctor.ts';
import { historyCommand } from './commands/history.ts';
import { moveCommand } from './commands/move.ts';
import { publishCommand } from './commands/publish.ts';
import { restoreCommand } from './commands/restore.ts';
import { setupCommand } from './commands/setup.ts';
import { undoCommand } from './commands/undo.ts';
import { verifyCommand } from './commands/verify.ts';
import { freeSpace } from './disk-space.ts';
import { errorSentence, mayBeFullDisk } from './error-sentence.ts';
import { messagesIn } from './messages/language.ts';
import { type Options, readLanguage, readOptions } from './options.ts';
import { outliveReaders, type Screen, terminal } from './screen.ts';

/** The owner's commands by name. */
export const commands: Record<string, Command> = {
  help: async ({ messages, screen }) => {
    screen.print(messages.help);
    return exitCode.done;
  },
  publish: publishCommand,
  undo: undoCommand,
  history: historyCommand,
  backup: backupCommand,
  restore: restoreCommand,
  verify: verifyCommand,
  doctor: doctorCommand,
  setup: setupCommand,
  move: moveCommand,
};

/** `npm run library -- …`: does what the owner asks and sets the process's exit code. */
export async function main(args: string[]): Promise<void> {
  outliveReaders();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  process.exitCode = await runLibrary(args, readEnvironment(ownersFolder()), terminal, stop.signal);
}

/** One command of the owner, from its words to its exit code. Whatever goes wrong is said in a sentence, never thrown. */
export async function runLibrary(
  given: string[],
  env: Record<string, string | undefined>,
  screen: Screen,
  signal: AbortSignal,
  root = ownersFolder(),
): Promise<ExitCode> {
  quietSdkWarnings();
  applyTimeZone(join(root, 'content'));
  // A command copied from a message or a chat may bring invisible marks of direction along.
  const args = given.map((arg) => arg.replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, ''));
  const messages = messagesIn(readLanguage(args, root));
  let options: Options | undefined;
  try {
    options = readOptions(args, env, root, messages.error);
    const command = Object.hasOwn(commands, options.command) && commands[options.command];
    if (!command) throw new ConfigError(messages.error.unknownCommand(options.command));
    return await command({ options, messages, screen, signal });
  } catch (error) {
    if (error instanceof ConfigError) {
      screen.print(messages.error.usage(error.message));
      return exitCode.usage;
    }
    const endpoint = options?.hosted?.endpoint ?? options?.dataDir ?? '';
    const goesOn = ['publish', 'undo'].includes(options?.command ?? '');
    if (signal.aborted) screen.print(goesOn ? messages.publish.interrupted : messages.error.interrupted);
    else if (options && !options.hosted && mayBeFullDisk(error) && (await isDiskFull(options.dataDir)))
      screen.print(messages.error.diskFull(options.dataDir));
    else screen.print(errorSentence(error, messages, endpoint));
    return exitCode.failed;
  } finally {
    // What is noted beside the library, too, is for the site.
    if (options) giveToOwner(options.dataDir);
  }
}

/** The embedded backend answers a full disk as any trouble of its own; less than a piece of a file and its row is full. */
async function isDiskFull(dataDir: string): Promise<boolean> {
  const free = await freeSpace(dataDir).catch(() => Number.POSITIVE_INFINITY);
  return free < 8 * 1024 * 1024;
}
