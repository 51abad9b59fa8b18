import { join } from 'node:path';
import { AppwriteException } from 'node-appwrite';
import { plainMessage } from '#contract/plain-message.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { withTarget } from '../open-target.ts';
import { PageTable } from '../texts/page-table.ts';
import { unreadLines } from '../texts/text-lines.ts';
import { checkLibrary, type LibraryFault } from '../verify/check-library.ts';
import { type Command, type CommandContext, everyHundred, exitCode } from './command.ts';

/** Checks every row, file and hash, from the rows to the files and back. `--repair` sends damaged files again. */
export const verifyCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  return withTarget(options, async ({ target }) => {
    const catalogue = new AppwriteCatalogue(target, signal);
    const say = messages.verify;
    const { faults, ...report } = await checkLibrary(catalogue, everyHundred(context, say.reading));
    for (const { kind, name } of faults) screen.print(say[kind](name));
    const heads = await new PageTable(target, signal).heads();
    const words = heads ? unreadLines(await catalogue.lessons(), heads, messages) : [messages.texts.noTable];
    for (const line of words) screen.print(line);
    for (const id of report.unknownFiles) screen.print(say.unknownFile(id));
    let left = faults.length;
    if (options.repair && options.dryRun) screen.print(messages.ask.dryRun);
    else if (options.repair) left -= await repairAll(faults, catalogue, context);
    if (left > 0) return exitCode.failed;
    if (faults.length === 0) screen.print(say.good(report.lessons, report.files));
    return exitCode.done;
  });
};

/** Replaces damaged files, whose ids are their contents, by those of the owner's folder. Returns how many. */
async function repairAll(
  faults: LibraryFault[],
  catalogue: AppwriteCatalogue,
  { options: { folder }, messages, screen, signal }: CommandContext,
): Promise<number> {
  const { lessons } = await scanFolder({ folder, largest: await catalogue.largestFile(), signal });
  let done = 0;
  for (const { fileId, name } of faults.filter(({ kind }) => kind === 'wrongHash')) {
    const lesson = lessons.find(({ contentId }) => contentId === fileId);
    if (!lesson) {
      screen.print(messages.verify.notInFolder(name));
      continue;
    }
    try {
      await catalogue.removeFile(fileId);
      await catalogue.send(fileId, { ...lesson, path: join(folder, lesson.path), name: lesson.fileName });
      done++;
      screen.print(messages.verify.repaired(name));
    } catch (error) {
      // The server's word on this file; the others may do better. Without a connection none does.
      if (!(error instanceof AppwriteException)) throw error;
      screen.print(messages.verify.notRepaired(name, plainMessage(error.message)));
    }
  }
  return done;
}
