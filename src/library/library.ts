import { join } from 'node:path';
import { DataFolderLocked, giveToOwner, readFreeSpace } from '#backend/data-folder.ts';
import { createPdfProcess } from '#reader/pdf-process.ts';
import type { Config } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import { readEnvironment } from '#settings/environment.ts';
import { ownersFolder } from '#settings/folders.ts';
import { quietSdkWarnings } from '#settings/sdk-warnings.ts';
import { applyTimeZone } from '#settings/time-zone.ts';
import { backupCommand, refuseArchivePath, restoreCommand } from './commands/backup.ts';
import {
  type Command,
  createTerminal,
  type ExitCode,
  exitCode,
  ignoreClosedOutput,
  type LibraryCommand,
  type Screen,
} from './commands/command.ts';
import { type CommandRequest, runOnSite } from './commands/command-port.ts';
import { doctorCommand } from './commands/doctor.ts';
import { errorSentence, mayBeFullDisk } from './commands/error-sentence.ts';
import { moveCommand } from './commands/move.ts';
import { type Options, readLanguage, readOptions } from './commands/options.ts';
import { publishCommand } from './commands/publish.ts';
import { historyCommand, letterCommand, opensCommand } from './commands/records.ts';
import { setupCommand } from './commands/setup.ts';
import { undoCommand } from './commands/undo.ts';
import { verifyCommand } from './commands/verify.ts';
import type { Messages } from './messages/en.ts';
import { messagesIn } from './messages/messages.ts';
import { packArchive } from './sync/archive.ts';
import { type OpenLibrary, openLibrary } from './sync/open-library.ts';

/** Commands that do not use the current library. */
const commands: Record<string, Command> = {
  help: async ({ messages, screen }) => {
    screen.print(messages.help);
    return exitCode.done;
  },
  restore: restoreCommand,
  setup: setupCommand,
};

/** Commands that use the library of the data folder. */
const libraryCommands: Record<string, LibraryCommand> = {
  publish: publishCommand,
  undo: undoCommand,
  history: historyCommand,
  opens: opensCommand,
  letter: letterCommand,
  backup: backupCommand,
  verify: verifyCommand,
  move: moveCommand,
};

/** Names of the owner's commands. */
export const commandNames = [...Object.keys(commands), ...Object.keys(libraryCommands), 'doctor'];

/** Runs `npm run library -- …` and sets the process's exit code. */
export async function main(args: string[]): Promise<void> {
  ignoreClosedOutput();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const screen = createTerminal(stop.signal);
  process.exitCode = await runLibrary(args, readEnvironment(ownersFolder()), screen, stop.signal);
}

/**
 * Runs a command of the owner; returns its exit code. Prints errors as messages and never rejects. `siteLibrary` is the open library
 * if this process is the running site.
 */
export async function runLibrary(
  rawArgs: string[],
  env: Record<string, string | undefined>,
  screen: Screen,
  signal: AbortSignal,
  root = ownersFolder(),
  siteLibrary?: OpenLibrary,
): Promise<ExitCode> {
  quietSdkWarnings();
  applyTimeZone(join(root, 'content'));
  // A command copied from a message or a chat can contain invisible direction marks.
  const args = rawArgs.map((arg) => arg.replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, ''));
  const messages = messagesIn(readLanguage(args, root));
  const pdfs = createPdfProcess();
  let options: Options | undefined;
  try {
    options = readOptions(args, env, root, messages.error);
    const context = { options, messages, screen, signal, pdfs };
    const { command: name } = options;
    const command = Object.hasOwn(commands, name) && commands[name];
    if (command) return await command(context);
    const libraryCommand = Object.hasOwn(libraryCommands, name) && libraryCommands[name];
    if (!libraryCommand && name !== 'doctor') throw new ConfigError(messages.error.unknownCommand(name));
    if (name === 'backup' && !siteLibrary) refuseArchivePath(options, messages);
    await using resources = new AsyncDisposableStack();
    const openInProcess = () => openLibrary(options as Options).then((open) => resources.use(open));
    const openedOrError = siteLibrary ?? (await openInProcess().catch((error: Error) => error));
    if (openedOrError instanceof DataFolderLocked && openedOrError.lockOwner?.site) {
      const { commandPort: port, key } = openedOrError.lockOwner.site;
      const request = { args, env: commandEnvironment(env) };
      const target = { dataDir: options.dataDir, path: options.operand ?? '' };
      // Only `backup` can pack an archive, because a compromised site must not make other commands write one.
      const commandScreen = {
        ...screen,
        ...(name === 'backup' && { packArchive: () => packArchive(target, signal) }),
      };
      return (await runOnSite({ port, key }, request, commandScreen, signal)) as ExitCode;
    }
    if (!libraryCommand) return await doctorCommand({ ...context, openedOrError });
    if (openedOrError instanceof Error) throw openedOrError;
    return await libraryCommand({ ...context, ...openedOrError });
  } catch (error) {
    if (error instanceof ConfigError) {
      screen.print(messages.error.usage(error.message));
      return exitCode.usage;
    }
    const endpoint = options?.hosted?.endpoint ?? options?.dataDir ?? '';
    if (signal.aborted) screen.print(interruptionMessage(options?.command, messages));
    else if (options && mayBeFullDisk(error) && (await isDiskFull(options.dataDir)))
      screen.print(messages.error.diskFull(options.dataDir));
    else screen.print(errorSentence(error, messages, endpoint));
    return exitCode.failed;
  } finally {
    pdfs.close();
    // If root ran the command, gives root's files in the data folder to the folder's owner, so that the site can read them.
    if (options && !siteLibrary) giveToOwner(options.dataDir);
  }
}

function interruptionMessage(command: string | undefined, { publish, restore, error }: Messages): string {
  if (command === 'publish' || command === 'undo') return publish.interrupted;
  return command === 'restore' ? restore.interrupted : error.interrupted;
}

/**
 * Runs a command in the running site, with the site's folders, choices and time zone, wherever the command was started. Only the hosted
 * project is that of the command's process, because `move` uses one before the site does.
 */
export function runInSite(
  { args, env }: CommandRequest,
  screen: Screen,
  signal: AbortSignal,
  { root, dataDir, libraryDir, siteUrl }: Pick<Config, 'root' | 'dataDir' | 'libraryDir' | 'siteUrl'>,
  siteLibrary: OpenLibrary,
): Promise<ExitCode> {
  const settings = { DATA_DIR: dataDir, LIBRARY_DIR: libraryDir, ...(siteUrl && { SITE_URL: siteUrl }) };
  return runLibrary(args, { ...env, ...settings }, screen, signal, root, siteLibrary);
}

/** Returns the variables of the command's process for `runInSite`, with the folder for relative paths as `INIT_CWD`. */
function commandEnvironment(env: Record<string, string | undefined>) {
  const settings = Object.entries(env).filter(([name]) => /^(VITE_|APPWRITE_|SITE_URL$)/.test(name));
  return { ...Object.fromEntries(settings), INIT_CWD: env.INIT_CWD || process.cwd() };
}

/** Whether the disk lacks space for a chunk of a file and its row. The backend reports a full disk only as a server error. */
async function isDiskFull(dataDir: string): Promise<boolean> {
  const freeBytes = await readFreeSpace(dataDir).catch(() => Number.POSITIVE_INFINITY);
  return freeBytes < 8 * 1024 * 1024;
}
