import { join } from 'node:path';
import { AppwriteException } from 'node-appwrite';
import { plainMessage } from '#http/failures.ts';
import { scanLibraryFolder } from '../folder/scan.ts';
import { isContentId, readChunks, SourceChanged } from '../store/content.ts';
import type { Mirror } from '../sync/appwrite.ts';
import { checkLocal, checkMirror, type Fault } from '../sync/check.ts';
import { fetchRemoteWordsRecords } from '../sync/push-words.ts';
import { formatUnreadLessons, readWords, readWordsRecords } from '../words/words.ts';
import { createProgress, exitCode, type LibraryCommand, type LibraryContext } from './command.ts';
import { hostedLibrary, readMirror } from './mirror.ts';

/** Checks every row, file and hash in the data folder and on the mirror. `--repair` restores faulty files and reads missing words. */
export const verifyCommand: LibraryCommand = async (context) => {
  const { options, messages, screen, signal, pdfs, local } = context;
  const texts = messages.verify;
  const onFile = createProgress(screen, texts.reading);
  const faults = await checkLocal(local, onFile, signal);
  const mirror = options.hosted && (await readMirror(context, hostedLibrary(options.hosted, signal)));
  if (mirror) faults.push(...(await checkMirror(local, mirror, onFile)));
  for (const { kind, name, isRemote } of faults)
    screen.print(isRemote ? texts.onAppwrite[kind](name) : texts.inDataFolder[kind](name));
  const { lessons } = local.read();
  const files = local.listFiles();
  const records = mirror ? await fetchRemoteWordsRecords(mirror.remote) : readWordsRecords(local.backend);
  for (const line of records ? formatUnreadLessons(lessons, records, messages) : [messages.texts.noTable])
    screen.print(line);
  // Reports files of other programs that no lesson uses or used.
  const fileIds = new Set([...lessons.map(({ fileId }) => fileId), ...local.log.formerFiles().keys()]);
  for (const id of files.keys())
    if (!fileIds.has(id) && !isContentId(id)) screen.print(texts.unknownFile(id));
  let remainingFaults = faults.length;
  if (options.repair && options.dryRun) screen.print(messages.prompts.dryRun);
  else if (options.repair) {
    remainingFaults -= await repairAll(faults, context, mirror);
    await readWords(local, {
      pdfs,
      isRepair: true,
      onLesson: createProgress(screen, messages.texts.reading),
      signal,
    });
  }
  if (remainingFaults > 0) return exitCode.failed;
  if (faults.length === 0) screen.print(texts.good(lessons.length, files.size));
  return exitCode.done;
};

/** Replaces missing and damaged files: local ones from the owner's folder, the mirror's from local ones. Returns their number. */
async function repairAll(faults: Fault[], context: LibraryContext, mirror: Mirror | null): Promise<number> {
  const { options, messages, screen, signal, pdfs, local } = context;
  const repairableFaults = faults.filter(({ kind }) =>
    ['missingFile', 'wrongHash', 'unreadable'].includes(kind),
  );
  if (repairableFaults.length === 0) return 0;
  const { lessons } = await scanLibraryFolder(local.maxFileBytes(), options, { signal, pdfs, waits: true });
  const findContentId = local.log.contentIdFinder();
  let repairedCount = 0;
  const repair = async ({ name, fileId, isRemote }: Fault): Promise<boolean> => {
    if (isRemote && mirror) return repairOnMirror(name, fileId, context, mirror);
    const contentId = findContentId(fileId) ?? fileId;
    const lesson = lessons.find((candidate) => candidate.contentId === contentId);
    if (!lesson) {
      screen.print(messages.verify.notInFolder(name));
      return false;
    }
    const path = join(options.folder, lesson.path);
    try {
      await local.replaceFile(fileId, lesson.fileName, contentId, () => readChunks(path));
      return true;
    } catch (error) {
      if (error instanceof SourceChanged) screen.print(messages.verify.notInFolder(name));
      else screen.print(messages.verify.notWritten(name));
      return false;
    }
  };
  for (const fault of repairableFaults) {
    signal.throwIfAborted();
    if (!(await repair(fault))) continue;
    repairedCount++;
    screen.print(messages.verify.repaired(fault.name));
  }
  return repairedCount;
}

async function repairOnMirror(
  name: string,
  fileId: string,
  { messages, screen, local }: LibraryContext,
  { remote }: Mirror,
): Promise<boolean> {
  const [path, file] = [local.filePath(fileId), local.listFiles().get(fileId)];
  if (!path || !file) return false;
  try {
    await remote.removeFile(fileId);
    await remote.send({ id: fileId, name, path, size: file.size, md5: file.md5 });
    return true;
  } catch (error) {
    // The server refused this file, but can accept others. Without a connection, the whole repair fails.
    if (!(error instanceof AppwriteException)) throw error;
    screen.print(messages.verify.notRepaired(name, plainMessage(error.message)));
    return false;
  }
}
