import { AppwriteException } from 'node-appwrite';
import { plainMessage } from '#contract/plain-message.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { exitCode } from '../exit-code.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { withTarget } from '../open-target.ts';
import { PageTable } from '../texts/page-table.ts';
import { unreadLines } from '../texts/text-lines.ts';
import { checkLibrary, type LibraryFault } from '../verify/check-library.ts';
import { repair } from '../verify/repair.ts';
import type { Command, CommandContext } from './command.ts';

/** Checks every row, file and hash, from the rows to the files and back. `--repair` sends damaged files again. */
export const verifyCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  return withTarget(options, async ({ target }) => {
    const catalogue = new AppwriteCatalogue(target, signal);
    const say = messages.verify;
    const report = await checkLibrary(catalogue, (done, all) => {
      signal.throwIfAborted();
      if (done === all || done % 100 === 0) screen.print(say.reading(done, all));
    });
    for (const { kind, name } of report.faults) screen.print(say[kind](name));
    const heads = await new PageTable(target, signal).heads();
    for (const line of heads
      ? unreadLines(await catalogue.lessons(), heads, messages)
      : [messages.texts.noTable])
      screen.print(line);
    for (const id of report.unknownFiles) screen.print(say.unknownFile(id));
    const damaged = report.faults.filter(({ kind }) => kind === 'wrongHash');
    if (options.repair && options.dryRun) screen.print(messages.ask.dryRun);
    const left =
      report.faults.length -
      (options.repair && !options.dryRun ? await repairAll(damaged, catalogue, context) : 0);
    if (left > 0) return exitCode.failed;
    if (report.faults.length === 0) screen.print(say.good(report.lessons, report.files));
    return exitCode.done;
  });
};

async function repairAll(
  faults: LibraryFault[],
  catalogue: AppwriteCatalogue,
  { options, messages, screen, signal }: CommandContext,
) {
  const listing = await scanFolder({
    folder: options.folder,
    largest: await catalogue.largestFile(),
    signal,
  });
  let done = 0;
  for (const { fileId, name } of faults) {
    try {
      const good = await repair(catalogue, fileId, options.folder, listing);
      if (good) done++;
      screen.print(good ? messages.verify.repaired(name) : messages.verify.notInFolder(name));
    } catch (error) {
      // The server's word on this file; the others may do better. Without a connection none does.
      if (!(error instanceof AppwriteException)) throw error;
      screen.print(messages.verify.notRepaired(name, plainMessage(error.message)));
    }
  }
  return done;
}
