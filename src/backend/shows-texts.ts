import { foldedColumn } from './db/page-terms.ts';
import { relationships, type Schema } from './schema.ts';

const rowsOfTable = /\/v1\/tablesdb\/([^/?]+)\/tables\/([^/?]+)\/rows(?:[/?]|$)/;

/** Whether what is answered at an address may show something of the texts inside the lessons: what is no other table's may. */
export function showsTexts({ databases }: Schema, address: string): boolean {
  const [, databaseId = '', tableId = ''] = rowsOfTable.exec(address) ?? [];
  const tables = databases.get(databaseId)?.tables;
  const shown = new Set([tables?.get(tableId)]);
  // A question may name whatever is related, however far.
  for (const table of shown) {
    if (!table || foldedColumn(table) !== undefined) return true;
    for (const { relatedTable } of relationships(table)) shown.add(tables?.get(relatedTable));
  }
  return false;
}
