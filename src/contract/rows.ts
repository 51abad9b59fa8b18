/** One category of the library, as the site uses it. Source: docs/rules.md#library-rows. */
export interface Category {
  $id: string;
  $createdAt: string;
  $updatedAt: string;
  categoryName: string;
}

/** One lesson of the library; `fileSize` is in bytes. Source: docs/rules.md#library-rows. */
export interface LibraryFile {
  $id: string;
  $createdAt: string;
  $updatedAt: string;
  url: string;
  fileName: string;
  fileSize: number;
  fileId: string;
  category: Category;
}

/** What rows of the wrong shape are refused with. Source: docs/rules.md#library-rows. */
const rowErrors = {
  notAnObject: 'Invalid row data',
  missingFields: 'Missing required row fields',
} as const;

type Fields = Record<string, unknown>;

function asFields(row: unknown): Fields {
  // Appwrite serialises a deleted or unreadable related row as an empty list.
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new Error(rowErrors.notAnObject);
  return row as Fields;
}

function text(row: Fields, key: string): string {
  const value = row[key];
  if (typeof value !== 'string') throw new Error(rowErrors.missingFields);
  return value;
}

/** Checks a row of the categories table. Throws `Invalid row data` or `Missing required row fields`. */
export function toCategory(row: unknown): Category {
  const fields = asFields(row);
  return {
    $id: text(fields, '$id'),
    $createdAt: text(fields, '$createdAt'),
    $updatedAt: text(fields, '$updatedAt'),
    categoryName: text(fields, 'categoryName'),
  };
}

/** Checks a row of the files table with its nested category. Throws as `toCategory` does. */
export function toLibraryFile(row: unknown): LibraryFile {
  const fields = asFields(row);
  const { fileSize } = fields;
  if (typeof fileSize !== 'number' || !Number.isFinite(fileSize)) throw new Error(rowErrors.missingFields);
  return {
    $id: text(fields, '$id'),
    $createdAt: text(fields, '$createdAt'),
    $updatedAt: text(fields, '$updatedAt'),
    url: text(fields, 'url'),
    fileName: text(fields, 'fileName'),
    fileSize,
    fileId: text(fields, 'fileId'),
    category: toCategory(fields.category),
  };
}
