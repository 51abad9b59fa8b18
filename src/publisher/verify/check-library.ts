import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { isContentId, storedContent } from '../content-id.ts';
import { isKept } from '../journal/journal-entry.ts';
import { notedContents } from '../journal/read-published.ts';

export interface LibraryFault {
  kind: 'missingFile' | 'incompleteFile' | 'wrongSize' | 'wrongHash' | 'noCategory' | 'wrongUrl';
  /** What the owner calls it. */
  name: string;
  fileId: string;
}

export interface LibraryReport {
  lessons: number;
  files: number;
  faults: LibraryFault[];
  /** Files that belong to no lesson, shown or kept. */
  unknownFiles: string[];
}

/** Compares rows, files and contents both ways. Reads every file once. `onFile` is told how many of how many were read. */
export async function checkLibrary(
  catalogue: Catalogue,
  onFile: (done: number, all: number) => void,
): Promise<LibraryReport> {
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
  return { lessons: lessons.length, files: files.length, faults, unknownFiles };
}
