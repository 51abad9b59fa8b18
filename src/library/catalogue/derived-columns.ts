import { AppwriteException, type TablesDB } from 'node-appwrite';
import { sortKey } from '#text/sort-key.ts';
import { foldedText } from '#text/words.ts';
import { retry } from './retry.ts';
import type { Target } from './target.ts';

/** Columns of the files table that the owner may add on Appwrite, which searches and sorts by plain text, and how to fill them. */
const formulas: Record<string, (fileName: string) => string> = {
  searchText: (fileName) => foldedText(fileName.replace(/\.pdf$/i, '')),
  // In hex, so that every database's text order is the order of the bytes.
  sortKey: (fileName) => Buffer.from(sortKey(fileName)).toString('hex'),
};

/** The value of each such column that is there, made from a file name and cut to the column's size. */
export type DerivedColumns = (fileName: string) => Record<string, string>;

/** Asks a hosted target which of these columns it has. The embedded backend needs none: it searches and sorts so by itself. */
export async function derivedColumns(tables: TablesDB, target: Target): Promise<DerivedColumns> {
  if (target.embedded) return () => ({});
  const place = { databaseId: target.databaseId, tableId: target.filesTableId };
  const { columns } = await retry(() => tables.listColumns(place)).catch((error: unknown) => {
    // Another Minbar has no such route, and a key may lack the right to look: then the names alone have to do.
    if (error instanceof AppwriteException && error.code < 500) return { columns: [] };
    throw error;
  });
  const there = (columns as { key: string; size?: number }[]).filter(({ key }) =>
    Object.hasOwn(formulas, key),
  );
  return (fileName) =>
    Object.fromEntries(there.map(({ key, size }) => [key, formulas[key]?.(fileName).slice(0, size) ?? '']));
}
