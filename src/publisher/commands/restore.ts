import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { takeDataFolder } from '#backend/data-folder/data-folder.ts';
import { type OpenArchive, openArchive } from '../copy/archive.ts';
import { compareLibraries } from '../copy/compare-libraries.ts';
import { copyLibrary } from '../copy/copy-library.ts';
import { tableList } from '../copy/table-list.ts';
import { TargetLibrary } from '../copy/target-library.ts';
import { exitCode } from '../exit-code.ts';
import { withDataFolder } from '../open-target.ts';
import { UsageError } from '../options.ts';
import { dateText } from '../report/date-text.ts';
import { agreeTo } from './agree.ts';
import type { Command, CommandContext } from './command.ts';

/** Brings a backup into a new data folder, compares it, and only then puts it in the place of the present one, which is kept. */
export const restoreCommand: Command = async (context) => {
  const { options, messages, screen } = context;
  const { operand: path, dataDir } = options;
  if (!path) throw new UsageError(messages.restore.noFile);
  if (options.hosted) throw new UsageError(messages.restore.hosted);
  await mkdir(dirname(dataDir), { recursive: true });
  const archive = await openArchive(path, dirname(dataDir));
  try {
    const { madeAt, tables, files } = archive.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const when = dateText(madeAt, options.language);
    screen.print(messages.restore.heading(path, when, rows, files.length, dataDir));
    const refused = await agreeTo(messages.ask.restore, context);
    if (refused !== null) return refused;
    const hold = existsSync(dataDir) ? takeDataFolder(dataDir, options.command) : null;
    const fresh = `${dataDir}.restoring`;
    await rm(fresh, { recursive: true, force: true });
    const difference = await fill(fresh, archive, context);
    if (difference) {
      await rm(fresh, { recursive: true, force: true });
      screen.print(messages.move.differs(difference));
      return exitCode.failed;
    }
    const kept = existsSync(dataDir)
      ? `${dataDir}.before-restore-${new Date().toISOString().replace(/[^0-9]/g, '')}`
      : null;
    if (kept) await rename(dataDir, kept);
    await rename(fresh, dataDir);
    hold?.release();
    screen.print(messages.restore.done(kept));
    return exitCode.done;
  } finally {
    await archive.close();
  }
};

/** Fills a new data folder. Returns the name of what is not the same, or null. */
async function fill(
  dataDir: string,
  archive: OpenArchive,
  { options, messages, screen, signal }: CommandContext,
) {
  return withDataFolder(options, dataDir, async ({ target }) => {
    const tables = tableList(options);
    const library = new TargetLibrary(target, tables, signal);
    const told = (done: number, all: number) => {
      if (done === all || done % 100 === 0) screen.print(messages.restore.copying(done, all));
    };
    await copyLibrary(archive, library, tables, told, signal);
    const { differences } = await compareLibraries(archive, library, tables);
    return differences[0] ?? null;
  });
}
