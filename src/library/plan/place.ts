import { sortKey } from '#text/sort-key.ts';
import { fittedName } from '../folder/lesson-name.ts';

/** A place in the library: cleaned names of a category and a file. */
export interface Place {
  category: string;
  fileName: string;
}

/** No name holds a slash, so no two places share a key. */
export function placeKey({ category, fileName }: Place): string {
  return `${category}/${fileName}`;
}

/** Lessons in the order visitors see them: by category, then by name, as the library sorts both languages. */
export function inVisitorsOrder<Item>(items: readonly Item[], placeOf: (item: Item) => Place | null): Item[] {
  return items
    .map((item) => {
      const { category = '', fileName = '' } = placeOf(item) ?? {};
      return { item, category: sortKey(category), fileName: sortKey(fileName) };
    })
    .sort((a, b) => Buffer.compare(a.category, b.category) || Buffer.compare(a.fileName, b.fileName))
    .map(({ item }) => item);
}

/** Bytes; the longest name of a file on every usual file system. */
const longest = 255;
const fits = (name: string) => Buffer.byteLength(name) <= longest;

/** `Wudu.pdf` becomes `Wudu (2).pdf`. */
export function numberedName(fileName: string, number: number): string {
  return fittedName(fileName, fits, ` (${number})`);
}

/** Characters (code points) that Appwrite accepts for the name of a file. */
const MAX_STORED_NAME = 128;

/** The name a lesson's file is stored under: the lesson's own, cut where it is longer. */
export function storedName(fileName: string): string {
  return fittedName(fileName, (name) => [...name].length <= MAX_STORED_NAME);
}

/** The name that a file has while two exchange theirs: a lesson's name like any other, so that it stays published. */
export function nameBetween(fileName: string): string {
  return fittedName(fileName, fits, ' (undo)');
}
