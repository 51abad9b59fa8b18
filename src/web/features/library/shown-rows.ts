import { type Category, type LibraryFile, toCategory, toLibraryFile } from '#contract/rows.ts';

/** What a page shows of a category. Every page carries it for each of them, so that it holds nothing else. */
export type ShownCategory = Pick<Category, '$id' | 'categoryName'>;

/** What a page shows of a lesson. */
export interface ShownFile extends Pick<LibraryFile, '$id' | 'url' | 'fileName' | 'fileSize'> {
  category: ShownCategory;
}

const shownCategory = ({ $id, categoryName }: Category): ShownCategory => ({ $id, categoryName });

/** Checks a row of the categories table. Throws as `toCategory` does. */
export function toShownCategory(row: unknown): ShownCategory {
  return shownCategory(toCategory(row));
}

/** Checks a row of the files table with its nested category. Throws as `toLibraryFile` does. */
export function toShownFile(row: unknown): ShownFile {
  const { $id, url, fileName, fileSize, category } = toLibraryFile(row);
  return { $id, url, fileName, fileSize, category: shownCategory(category) };
}
