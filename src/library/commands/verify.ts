import { join } from 'node:path';
import { AppwriteException } from 'node-appwrite';
import { plainMessage } from '#contract/plain-message.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { whenUnreadable } from '../catalogue/download.ts';
import { isContentId, storedContent } from '../content-id.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { isKept } from '../journal/journal-entry.ts';
import { notedContents } from '../journal/read-published.ts';
import { withTarget } from '../open-target.ts';
import { PageTable } from '../texts/page-table.ts';
import { unreadLines } from '../texts/text-lines.ts';
import { type Command, type CommandContext, everyHundred, exitCode } from './command.ts';

/** Checks every row, file and hash, from the rows to the files and back. `--repair` sends damaged files again. */
export const verifyCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  return withTarget(options, async ({ target }) => {
    const catalogue = new AppwriteCatalogue(target, signal);
    const say = messages.verify;
    const onFile = everyHundred(context, say.reading);
    const { lessons, files, faults, unknownFiles } = await checkLibrary(catalogue, onFile);
    for (const { kind, name } of faults) screen.print(say[kind](name));
    const heads = await new PageTable(target, signal).heads();
    const words = heads ? unreadLines(lessons, heads, messages) : [messages.texts.noTable];
    for (const line of words) screen.print(line);
    for (const id of unknownFiles) screen.print(say.unknownFile(id));
    let left = faults.length;
    if (options.repair && options.dryRun) screen.print(messages.ask.dryRun);
    else if (options.repair) left -= await repairAll(faults, catalogue, context);
    if (left > 0) return exitCode.failed;
    if (faults.length === 0) screen.print(say.good(lessons.length, files.length));
    return exitCode.done;
  });
};

/** Replaces files that are damaged or cannot be read by those of the owner's folder that have their content. Returns how many. */
async function repairAll(
  faults: LibraryFault[],
  catalogue: AppwriteCatalogue,
  { options: { folder, hosted }, messages, screen, signal }: CommandContext,
): Promise<number> {
  const { lessons } = await scanFolder({ folder, largest: await catalogue.largestFile(), signal });
  let done = 0;
  for (const { fileId, name, content } of faults.filter(({ kind }) => kind in repairable)) {
    const lesson = lessons.find(({ contentId }) => contentId === content);
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
      const { notRepaired, notWritten } = messages.verify;
      // Our own backend gives no reason: its disk refused.
      const isDisk = !hosted && error.code >= 500;
      screen.print(isDisk ? notWritten(name) : notRepaired(name, plainMessage(error.message)));
    }
  }
  return done;
}

const repairable = { wrongHash: true, unreadable: true };

interface LibraryFault {
  kind: 'missingFile' | 'incompleteFile' | 'wrongSize' | 'noCategory' | 'wrongUrl' | keyof typeof repairable;
  /** What the owner calls it. */
  name: string;
  fileId: string;
  /** What its file should hold, where that is known. */
  content?: string | undefined;
}

/**
 * Compares rows, files and contents both ways. Reads every file once; `onFile` is told how many of how many were read. `unknownFiles`
 * belong to no lesson, shown or kept.
 */
async function checkLibrary(catalogue: AppwriteCatalogue, onFile: (done: number, all: number) => void) {
  const [categories, lessons, files, journal] = await Promise.all([
    catalogue.categories(),
    catalogue.lessons(),
    catalogue.files(),
    catalogue.journal(['removed', 'replaced', 'adopted']),
  ]);
  const known = new Set(categories.map(({ id }) => id));
  const stored = new Map(files.map((file) => [file.id, file]));
  const noted = notedContents(journal);
  const faults: LibraryFault[] = [];
  for (const { fileName: name, fileId, fileSize, categoryId, link } of lessons) {
    const file = stored.get(fileId);
    if (!file) faults.push({ kind: 'missingFile', name, fileId });
    else if (!file.complete) faults.push({ kind: 'incompleteFile', name, fileId });
    else if (file.size !== fileSize) faults.push({ kind: 'wrongSize', name, fileId });
    if (!categoryId || !known.has(categoryId)) faults.push({ kind: 'noCategory', name, fileId });
    if (link === 'wrong') faults.push({ kind: 'wrongUrl', name, fileId });
  }

  const names = new Map(lessons.map(({ fileId, fileName }) => [fileId, fileName]));
  const kept = new Set(
    journal.filter((entry) => isKept(entry, Date.now())).map(({ before }) => before?.fileId),
  );
  const unknownFiles: string[] = [];
  for (const [index, { id, name, complete }] of files.entries()) {
    if (!names.has(id) && !kept.has(id)) unknownFiles.push(id);
    const content = isContentId(id) ? id : noted.get(id);
    const kind = complete && content ? await contentFault(catalogue, id, content) : null;
    if (kind) faults.push({ kind, name: names.get(id) ?? name, fileId: id, content });
    onFile(index + 1, files.length);
  }
  return { lessons, files, faults, unknownFiles };
}

async function contentFault(catalogue: AppwriteCatalogue, fileId: string, wanted: string) {
  const found = await storedContent(catalogue, fileId).catch(whenUnreadable('unreadable' as const));
  return found === wanted ? null : found === 'unreadable' ? found : 'wrongHash';
}
