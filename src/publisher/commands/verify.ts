import { join } from 'node:path';
import { AppwriteException } from 'node-appwrite';
import { plainMessage } from '#contract/plain-message.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
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

interface LibraryFault {
  kind: 'missingFile' | 'incompleteFile' | 'wrongSize' | 'wrongHash' | 'noCategory' | 'wrongUrl';
  /** What the owner calls it. */
  name: string;
  fileId: string;
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
    const wanted = isContentId(id) ? id : noted.get(id);
    if (complete && wanted && (await storedContent(catalogue, id)) !== wanted) {
      faults.push({ kind: 'wrongHash', name: names.get(id) ?? name, fileId: id });
    }
    onFile(index + 1, files.length);
  }
  return { lessons, files, faults, unknownFiles };
}
