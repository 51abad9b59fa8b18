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

/** A text without which nobody could tell what the row is. */
function name(row: Fields, key: string): string {
  const value = text(row, key);
  if (value.trim() === '') throw new Error(rowErrors.missingFields);
  return value;
}

/** Checks a row of the categories table. Throws `Invalid row data` or `Missing required row fields`. */
export function toCategory(row: unknown): Category {
  const fields = asFields(row);
  return {
    $id: text(fields, '$id'),
    $createdAt: text(fields, '$createdAt'),
    $updatedAt: text(fields, '$updatedAt'),
    categoryName: name(fields, 'categoryName'),
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
    fileName: name(fields, 'fileName'),
    fileSize,
    fileId: text(fields, 'fileId'),
    category: toCategory(fields.category),
  };
}

/** What of a list can be shown, and what had to be left out. */
export interface CheckedRows<Row> {
  readonly rows: Row[];
  readonly skipped: { readonly id: string; readonly reason: string }[];
}

/**
 * Checks the rows of a list with `toCategory` or `toLibraryFile`. One that is wrong is left out, so that it does not take
 * the others with it. Throws as they do where no row is right.
 */
export function checkRows<Row>(rows: readonly unknown[], toRow: (row: unknown) => Row): CheckedRows<Row> {
  const right: Row[] = [];
  const skipped: CheckedRows<Row>['skipped'] = [];
  for (const row of rows) {
    try {
      right.push(toRow(row));
    } catch (error) {
      const { $id } = Object(row) as { $id?: unknown };
      skipped.push({ id: String($id), reason: (error as Error).message });
    }
  }
  const [first] = skipped;
  if (first && right.length === 0) throw new Error(first.reason);
  return { rows: right, skipped };
}
