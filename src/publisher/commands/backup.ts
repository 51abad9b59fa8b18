import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { openArchive, writeArchive } from '../copy/archive.ts';
import { tableList } from '../copy/table-list.ts';
import { TargetLibrary } from '../copy/target-library.ts';
import { exitCode } from '../exit-code.ts';
import { withLock } from '../journal/lock.ts';
import { withTarget } from '../open-target.ts';
import { UsageError } from '../options.ts';
import type { Command } from './command.ts';

/** Makes one archive of all rows and files while the site runs, opens it again and checks every hash. */
export const backupCommand: Command = async ({ options, messages, screen, signal }) => {
  const path = options.operand;
  if (!path) throw new UsageError(messages.backup.noFile);
  if (existsSync(path)) throw new UsageError(messages.backup.exists(path));
  return withTarget(options, async ({ target }) => {
    const tables = tableList(options);
    const library = new TargetLibrary(target, tables, signal);
    const make = () =>
      writeArchive(library, tables, path, (done, all) => {
        signal.throwIfAborted();
        if (done === all || done % 100 === 0) screen.print(messages.backup.copying(done, all));
      });
    // Nobody publishes meanwhile: rows and files are of one moment.
    const waiting = () => screen.print(messages.publish.waiting);
    await withLock(new AppwriteCatalogue(target), make, waiting, signal);
    screen.print(messages.backup.checking);
    const archive = await openArchive(path, dirname(path));
    await archive.close();
    const rows = archive.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    screen.print(messages.backup.done(path, rows, archive.manifest.files.length, (await stat(path)).size));
    return exitCode.done;
  });
};
