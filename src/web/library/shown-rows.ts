import { type Category, toCategory, toLibraryFile } from '#contract/rows.ts';

/** The displayed fields of a category. Every page carries all categories, so nothing else is included. */
export type ShownCategory = ReturnType<typeof shownCategory>;
const shownCategory = ({ $id, categoryName }: Category) => ({ $id, categoryName });

/** The part of a lesson that pages show. */
export type ShownFile = ReturnType<typeof toShownFile>;

/** Checks a row of the categories table. Throws as `toCategory` does. */
export const toShownCategory = (row: unknown) => shownCategory(toCategory(row));

/** Checks a row of the files table with its nested category. Throws as `toLibraryFile` does. */
export function toShownFile(row: unknown) {
  const { $id, url, fileName, fileSize, category } = toLibraryFile(row);
  return { $id, url, fileName, fileSize, category: shownCategory(category) };
}
