import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { writeArchive } from '../copy/archive.ts';
import { checkArchive } from '../copy/check-archive.ts';
import { countLibrary } from '../copy/count-library.ts';
import { siteFiles } from '../copy/site-files.ts';
import { tableList } from '../copy/table-list.ts';
import { TargetLibrary } from '../copy/target-library.ts';
import { exitCode } from '../exit-code.ts';
import { withLock } from '../journal/lock.ts';
import { withTarget } from '../open-target.ts';
import { UsageError } from '../options.ts';
import type { Command } from './command.ts';

/** Makes one archive of all rows, all files and the site's own texts while the site runs, and checks every hash of it. */
export const backupCommand: Command = async ({ options, messages, screen, signal }) => {
  const path = options.operand;
  if (!path) throw new UsageError(messages.backup.noFile);
  if (existsSync(path)) throw new UsageError(messages.backup.exists(path));
  if (!existsSync(dirname(path))) throw new UsageError(messages.backup.noFolder(dirname(path)));
  const tables = tableList(options);
  if (options.dryRun) {
    await withTarget(options, async ({ target }) => {
      const { rows, files } = await countLibrary(new TargetLibrary(target, tables, signal), tables);
      screen.print(messages.backup.would(path, rows, files));
    });
    screen.print(messages.ask.dryRun);
    return exitCode.done;
  }
  await withTarget(options, async ({ target }) => {
    const from = new TargetLibrary(target, tables, signal);
    const onFile = (done: number, all: number) => {
      signal.throwIfAborted();
      if (done === all || done % 100 === 0) screen.print(messages.backup.copying(done, all));
    };
    const content = await siteFiles(join(options.root, 'content'));
    const make = () => writeArchive({ from, tables, content, path, onFile });
    // Nobody publishes meanwhile: rows and files are of one moment.
    const waiting = () => screen.print(messages.publish.waiting);
    await withLock(new AppwriteCatalogue(target), make, waiting, signal);
  });
  screen.print(messages.backup.checking);
  const { tables: counted, files, missing } = await checkArchive(path);
  const rows = counted.reduce((sum, table) => sum + table.rows, 0);
  screen.print(messages.backup.done(path, rows, files.length, (await stat(path)).size));
  if (missing.length === 0) return exitCode.done;
  screen.print(messages.backup.missing(missing.length));
  return exitCode.attention;
};
