import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { ApiError } from '../errors.ts';
import type { Filter, Order, RowQuery } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { keptTotal } from './kept-totals.ts';
import { columnName, tableName } from './names.ts';
import { oldestPage } from './oldest-page.ts';
import { orderExpression } from './order.ts';
import { placePage } from './place-page.ts';
import { searchTotal } from './search-total.ts';
import { joined, type Sql } from './sql.ts';
import { statement } from './statements.ts';
import { anySource, EVERY_ROW_SQL, searchedWhereSql } from './where-sql.ts';

/** A row as its SQL table holds it: `_id`, `_sequence`, `_created`, `_updated`, `_permissions`, `_version`, columns. */
export type StoredRow = Record<string, SQLOutputValue>;

export function findRow(database: DatabaseSync, table: TableSchema, id: string): StoredRow | undefined {
  return statement(database, `SELECT * FROM ${tableName(table)} WHERE _id = ?`).get(id);
}

export function findRows(database: DatabaseSync, table: TableSchema, ids: readonly string[]): StoredRow[] {
  const sql = `SELECT * FROM ${tableName(table)} WHERE _id IN (SELECT value FROM json_each(?))`;
  return statement(database, sql).all(JSON.stringify(ids));
}

/** Exact, however many: limit, offset, order and cursor do not count. */
export function countRows(
  database: DatabaseSync,
  table: TableSchema,
  filters: readonly Filter[],
  readable: Sql,
): number {
  const everyRow = readable.text === EVERY_ROW_SQL;
  const source = anySource(database, table, filters);
  const sooner = () => (everyRow ? searchTotal(database, table, filters) : undefined);
  if (source?.rest.length === 0 && everyRow) {
    const { from, match } = source;
    const sql = { text: `SELECT count(*) FROM ${from} WHERE ${from} MATCH ?`, values: [match] };
    return keptTotal(database, sql, sooner);
  }
  const where = searchedWhereSql(database, table, filters, readable);
  const sql = { text: `SELECT count(*) FROM ${tableName(table)} ${where.text}`, values: where.values };
  return keptTotal(database, sql, sooner);
}

/** The page of rows that a query asks for. Throws 400 for a cursor that is gone or has no place in the order. */
export function listRows(
  database: DatabaseSync,
  table: TableSchema,
  query: Pick<RowQuery, 'filters' | 'orders' | 'limit' | 'offset' | 'cursor'>,
  readable: Sql,
): StoredRow[] {
  const total = () => countRows(database, table, query.filters, readable);
  const page =
    placePage(database, table, query, readable) ?? oldestPage(database, table, query, readable, total);
  if (page) return page;
  const { orders, cursor } = query;
  const backwards = cursor?.before === true;
  const beyondCursor = cursorSql(database, table, query);
  const allowed = beyondCursor ? joined([readable, beyondCursor], 'AND') : readable;
  const where = searchedWhereSql(database, table, query.filters, allowed);
  const order =
    orders === 'random'
      ? 'random()'
      : orders
          .map(
            (one) =>
              `${orderExpression(table, one.attribute)} ${one.descending !== backwards ? 'DESC' : 'ASC'}`,
          )
          .join(', ');
  const sql = `SELECT * FROM ${tableName(table)} ${where.text} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const rows = statement(database, sql).all(...where.values, query.limit, query.offset);
  return backwards ? rows.reverse() : rows;
}

/** The condition of standing strictly after (or before) the cursor's row in the order. */
function cursorSql(
  database: DatabaseSync,
  table: TableSchema,
  query: Pick<RowQuery, 'orders' | 'cursor'>,
): Sql | undefined {
  const { cursor, orders } = query;
  if (cursor === undefined || orders === 'random') return undefined;
  const expressions = orders.map((one) => orderExpression(table, one.attribute));
  const columns = expressions.map(
    (expression, at) =>
      `${expression} AS value${at}, ${columnName(table, orders[at]?.attribute ?? '')} IS NULL AS none${at}`,
  );
  const row = statement(database, `SELECT ${columns.join(', ')} FROM ${tableName(table)} WHERE _id = ?`).get(
    cursor.id,
  );
  if (row === undefined)
    throw new ApiError('general_cursor_not_found', {
      message: `Row '${cursor.id}' for the 'cursor' value not found.`,
    });
  const none = orders.find((_, at) => row[`none${at}`] === 1);
  if (none) throw new ApiError('database_query_order_null', { column: none.attribute });
  return orders.reduceRight<Sql | undefined>((rest, one, at) => {
    const value = row[`value${at}`] as string | number | Uint8Array;
    return beyond(expressions[at] ?? '', value, one, cursor.before, rest);
  }, undefined);
}

function beyond(
  expression: string,
  value: string | number | Uint8Array,
  order: Order,
  before: boolean,
  rest?: Sql,
): Sql {
  const sign = order.descending !== before ? '<' : '>';
  if (rest === undefined) return { text: `${expression} ${sign} ?`, values: [value] };
  // The first comparison lets an index seek to the place; the second settles the rows of equal value.
  return {
    text: `${expression} ${sign}= ? AND (${expression} ${sign} ? OR (${rest.text}))`,
    values: [value, value, ...rest.values],
  };
}
