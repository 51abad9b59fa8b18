import { join } from 'node:path';
import { giveToOwner, lockDataFolder } from '#backend/data-folder.ts';
import { ConfigError } from '#settings/config-error.ts';
import { checkArchive, countRows } from '../sync/archive.ts';
import { restoreArchive } from '../sync/restore.ts';
import { finishRestore } from '../sync/swap.ts';
import { agreeTo, type Command, endDryRun, exitCode } from './command.ts';
import { progressOn } from './terminal.ts';

/** Restores the site of a backup and keeps the earlier state. */
export const restoreCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  const { operand: path, dataDir, folder } = options;
  if (!path) throw new ConfigError(messages.restore.noFile);
  if (options.hosted) throw new ConfigError(messages.restore.hosted);
  screen.print(messages.restore.checking);
  const manifest = await checkArchive(path);
  const { madeAt, files } = manifest;
  const rows = countRows(manifest);
  screen.print(messages.restore.heading(path, messages.date(madeAt), rows, files.length));
  screen.print(messages.restore.places(dataDir, folder));
  if (options.dryRun) return endDryRun(context);
  const refused = await agreeTo(messages.ask.restore, context);
  if (refused !== null) return refused;

  finishRestore(dataDir);
  const data = lockDataFolder(dataDir, options.command);
  try {
    const onFile = progressOn(screen, messages.restore.copying);
    const { kept, unwritten } = await restoreArchive(path, manifest, { options, onFile, signal });
    // The folder was replaced as a whole, so every file of root in it comes from this restore.
    for (const place of [folder, join(options.root, 'content')]) giveToOwner(place);
    screen.print(messages.restore.done);
    for (const place of kept) screen.print(messages.restore.kept(place));
    for (const name of unwritten) screen.print(messages.restore.unwritten(name));
    return unwritten.length > 0 ? exitCode.attention : exitCode.done;
  } finally {
    data.release();
  }
};
