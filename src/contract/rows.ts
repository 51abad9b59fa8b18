/** Returns the checked value of a column; throws one of `rowErrors` if it is invalid. */
type Check<Value> = (value: unknown) => Value;

/** Errors for rows of the wrong shape. Source: docs/rules.md#library-rows. */
const rowErrors = {
  notAnObject: 'Invalid row data',
  missingFields: 'Missing required row fields',
} as const;

function required<Value>(isValid: (value: unknown) => value is Value): Check<Value> {
  return (value) => {
    if (!isValid(value)) throw new Error(rowErrors.missingFields);
    return value;
  };
}

const text = required((value) => typeof value === 'string');
/** A name, which must not be blank. */
const name = required((value): value is string => typeof value === 'string' && value.trim() !== '');
const size = required((value): value is number => Number.isFinite(value));

/** Creates a function that checks a row and returns these columns. */
function createRowCheck<Columns extends Record<string, Check<unknown>>>(columns: Columns) {
  return (row: unknown) => {
    // Appwrite serializes a deleted or unreadable related row as an empty list.
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new Error(rowErrors.notAnObject);
    const values = row as Record<string, unknown>;
    const checkedColumns = Object.entries(columns).map(([column, check]) => [column, check(values[column])]);
    return Object.fromEntries(checkedColumns) as { [Column in keyof Columns]: ReturnType<Columns[Column]> };
  };
}

const commonColumns = { $id: text, $createdAt: text, $updatedAt: text };

/** Checks a row of the categories table. Throws `Invalid row data` or `Missing required row fields`. */
export const toCategory = createRowCheck({ ...commonColumns, categoryName: name });

/** One category of the library, as the site uses it. Source: docs/rules.md#library-rows. */
export type Category = ReturnType<typeof toCategory>;

/** Checks a row of the files table with its nested category. Throws the errors of `toCategory`. */
export const toLibraryFile = createRowCheck({
  ...commonColumns,
  url: text,
  fileName: name,
  fileSize: size,
  fileId: text,
  category: toCategory,
});

/** One lesson of the library; `fileSize` is in bytes. Source: docs/rules.md#library-rows. */
export type LibraryFile = ReturnType<typeof toLibraryFile>;

/**
 * Checks rows with `toCategory` or `toLibraryFile` and returns the valid ones. Skips invalid rows and reports them to `onSkipped`, so
 * that they do not hide the others.
 */
export function parseShownRows<Row>(
  rows: readonly unknown[],
  toRow: (row: unknown) => Row,
  onSkipped: (row: { id: string; reason: string }) => void = () => {},
): Row[] {
  return rows.flatMap((row) => {
    try {
      return [toRow(row)];
    } catch (error) {
      onSkipped({ id: String(Object(row).$id), reason: (error as Error).message });
      return [];
    }
  });
}
