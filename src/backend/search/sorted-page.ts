import { ApiError } from '#http/api-error.ts';
import { scriptOrder } from '#text/sort-key.ts';
import { rankingOf } from '../database/collated-columns.ts';
import { columnName, tableName } from '../database/names.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { StoredRow } from '../database/row-reader.ts';
import type { Sql } from '../database/sql.ts';
import { statement } from '../database/statements.ts';
import type { Order } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import type { Asked, Reading } from './reading.ts';

/**
 * The page of rows, made by sorting all that match; one before a cursor is read backwards. Throws 400 for a cursor that is gone or
 * has no place in the order.
 */
export function sortedPage(reading: Reading): StoredRow[] {
  const { table, columns } = reading;
  const { orders, cursor, limit, offset, locale } = reading.asked;
  const backwards = cursor?.before === true;
  const compared = orders === 'random' ? [] : comparisons(table, orders, locale);
  const parts = compared.map(
    ({ expression, descending }) => `${expression} ${descending !== backwards ? 'DESC' : 'ASC'}`,
  );
  const order = orders === 'random' ? 'random()' : parts.join(', ');
  const beyond = cursor && orders !== 'random' ? beyondCursor(table, compared, cursor) : [];
  const where = reading.searchedWhere(beyond);
  const sql = `SELECT ${columns} FROM ${tableName(table)} ${where.text} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const found = statement(table.database, sql).all(...where.values, limit, offset);
  return backwards ? found.reverse() : found;
}

/** The expressions of an ORDER BY. Texts are compared by the collation; a text that is NULL comes first. */
function comparisons(table: TableSchema, orders: readonly Order[], locale = '') {
  const groups = scriptOrder(locale)
    ?.map((group) => `0${group}`)
    .join('');
  return orders.flatMap(({ attribute, descending }) => {
    const name = columnName(table, attribute) ?? '_sequence';
    const made = isMadeText(table, attribute) ? `sort_key(${name})` : name;
    const expression = rankingOf(table, attribute)?.key ?? made;
    const byKey = { expression, descending, attribute };
    const isText = table.columns.get(attribute)?.kind === 'text' && expression !== name;
    // The position of the script, which is the first byte of the key, in the order of the language.
    const byScript = { ...byKey, expression: `instr(x'${groups}', substr(${expression}, 1, 1))` };
    return groups && isText ? [byScript, byKey] : [byKey];
  });
}

/** Whether the sort key of an attribute is computed for each row. */
export function isMadeText(table: TableSchema, attribute: string): boolean {
  const column = table.columns.get(attribute);
  return column?.kind === 'text' && !column.array && !rankingOf(table, attribute);
}

/** The condition of standing strictly after (or before) the cursor's row. */
function beyondCursor(
  table: OpenTable,
  compared: ReturnType<typeof comparisons>,
  cursor: NonNullable<Asked['cursor']>,
): Sql[] {
  const columns = compared.map(
    ({ expression, attribute }, at) =>
      `${expression} AS value${at}, ${columnName(table, attribute)} IS NULL AS none${at}`,
  );
  const sql = `SELECT ${columns.join(', ')} FROM ${tableName(table)} WHERE _id = ?`;
  const row = statement(table.database, sql).get(cursor.id);
  if (row === undefined)
    throw new ApiError('general_cursor_not_found', `Row '${cursor.id}' for the 'cursor' value not found.`);
  const none = compared.find((_, at) => row[`none${at}`] === 1);
  if (none) throw new ApiError('database_query_order_null', { column: none.attribute });
  const condition = compared.reduceRight<Sql | undefined>((rest, { expression, descending }, at) => {
    const value = row[`value${at}`] as string | number | Uint8Array;
    const sign = descending !== cursor.before ? '<' : '>';
    if (!rest) return { text: `${expression} ${sign} ?`, values: [value] };
    // The first comparison lets an index seek to the place; the second settles the rows of equal value.
    return {
      text: `${expression} ${sign}= ? AND (${expression} ${sign} ? OR (${rest.text}))`,
      values: [value, value, ...rest.values],
    };
  }, undefined);
  return condition ? [condition] : [];
}
