import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { giveToOwner, lockDataFolder } from '#backend/data-folder.ts';
import { ConfigError } from '#settings/config-error.ts';
import { cacheJson, readJson } from '#settings/json-file.ts';
import { refuseDataFolder } from '../folder/scan.ts';
import { lastBackupPath } from '../letters/letters.ts';
import type { Messages } from '../messages/en.ts';
import { OwnerError } from '../messages/messages.ts';
import { checkArchive, countRows, packArchive, relativePath, writeArchive } from '../sync/archive.ts';
import { restoreArchive } from '../sync/restore.ts';
import { finishRestore } from '../sync/swap.ts';
import {
  askToConfirm,
  type Command,
  createProgress,
  endDryRun,
  exitCode,
  type LibraryCommand,
} from './command.ts';
import type { Options } from './options.ts';

/** Writes the library and the site's texts to one archive, even while the site runs, and checks every file in the archive. */
export const backupCommand: LibraryCommand = async (context) => {
  const { options, messages, screen, signal, local } = context;
  const { dataDir, operand: path } = options;
  if (!path) throw new ConfigError(messages.backup.noFile);
  const { lessons, categories } = local.read();
  const rows = lessons.length + categories.length + local.log.entries().length;
  const fileCount = local.listFiles().size;
  // Otherwise a nightly backup without DATA_DIR would write archives of an empty library and report success.
  if (rows === 0 && fileCount === 0) throw new OwnerError(({ backup }) => backup.emptyLibrary(dataDir));
  if (options.dryRun) {
    screen.print(messages.backup.dryRun(path, rows, fileCount));
    return endDryRun(context);
  }
  const content = listSiteFiles(join(options.root, 'content'));
  const onFile = createProgress(screen, messages.backup.copying);
  const pack = () => {
    screen.print(messages.backup.packing);
    return screen.packArchive?.() ?? packArchive({ dataDir, path }, signal);
  };
  const { manifest, size } = await writeArchive(local, path, { dataDir, content, onFile, signal }, pack);
  const { files, missing } = manifest;
  cacheJson(lastBackupPath(dataDir), { at: manifest.madeAt });
  screen.print(messages.backup.done(path, countRows(manifest), files.length, size));
  if (missing.length === 0) return exitCode.done;
  screen.print(messages.backup.missing(missing.length));
  return exitCode.attention;
};

/**
 * Throws if the archive path is missing, is a folder, exists without `--replace`, or is in a missing folder. Runs in the command's
 * process, because the site does not always see the same folders.
 */
export function refuseArchivePath({ operand: path, replace }: Options, { backup }: Messages): void {
  if (!path) throw new ConfigError(backup.noFile);
  if (isFolder(path)) throw new ConfigError(backup.folder(path, join(path, 'minbar.tar.gz')));
  if (existsSync(path) && !replace) throw new ConfigError(backup.exists(path));
  if (!isFolder(dirname(path))) throw new ConfigError(backup.noFolder(dirname(path)));
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Restores a site from a backup, and keeps the earlier files in folders next to the restored ones. */
export const restoreCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  const { operand: path, dataDir, folder } = options;
  if (!path) throw new ConfigError(messages.restore.noFile);
  if (options.hosted) throw new ConfigError(messages.restore.hosted);
  refuseDataFolder(folder, dataDir);
  screen.print(messages.restore.checking);
  const manifest = await checkArchive(path, signal);
  const { madeAt, files } = manifest;
  const rows = countRows(manifest);
  screen.print(messages.restore.heading(path, messages.date(madeAt), rows, files.length));
  screen.print(messages.restore.replaces(dataDir, folder));
  if (options.dryRun) return endDryRun(context);
  const refusal = await askToConfirm(messages.prompts.restore, context);
  if (refusal !== null) return refusal;

  finishRestore(dataDir);
  const lock = lockDataFolder(dataDir, options.command);
  try {
    const onFile = createProgress(screen, messages.restore.copying);
    const { earlierFolders, unwritten } = await restoreArchive(path, manifest, { options, onFile, signal });
    // If root runs the restore, the restored files must belong to the folder's user. Only the restore created files of root here.
    for (const path of [folder, join(options.root, 'content')]) giveToOwner(path);
    screen.print(messages.restore.done);
    for (const path of earlierFolders) screen.print(messages.restore.previousFiles(path));
    for (const name of unwritten) screen.print(messages.restore.unsuitableName(name));
    return unwritten.length > 0 ? exitCode.attention : exitCode.done;
  } finally {
    lock.release();
  }
};

/** Lists the existing texts, glossary and logos of the folder `content`. */
function listSiteFiles(contentDir: string): { name: string; path: string }[] {
  // Texts are backed up even if they contain mistakes.
  const { logo, logoDark } = Object(readJson(join(contentDir, 'site.json')));
  const logos = [logo, logoDark].filter((name) => v.is(relativePath, name));
  return [...new Set(['site.json', 'glossary.json', ...logos])]
    .map((name) => ({ name, path: join(contentDir, name) }))
    .filter(({ path }) => existsSync(path));
}
