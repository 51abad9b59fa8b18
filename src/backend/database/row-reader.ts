import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { ApiError } from '../errors.ts';
import type { Filter, Order, RowQuery } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { filterSql } from './filter-sql.ts';
import { tableName } from './names.ts';
import { orderExpression } from './order.ts';
import { joined, type Sql } from './sql.ts';
import { statement } from './statements.ts';

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
  const where = whereSql(filters, table, readable);
  const sql = `SELECT count(*) AS total FROM ${tableName(table)} WHERE ${where.text}`;
  return Number(statement(database, sql).get(...where.values)?.total);
}

/** The page of rows that a query asks for. Throws 400 for a cursor that is gone or has no place in the order. */
export function listRows(
  database: DatabaseSync,
  table: TableSchema,
  query: Pick<RowQuery, 'filters' | 'orders' | 'limit' | 'offset' | 'cursor'>,
  readable: Sql,
): StoredRow[] {
  const { orders, cursor } = query;
  const backwards = cursor?.before === true;
  const where = joined(
    [whereSql(query.filters, table, readable), cursorSql(database, table, query)].filter(
      (part) => part !== undefined,
    ),
    'AND',
  );
  const order =
    orders === 'random'
      ? 'random()'
      : orders
          .map(
            (one) =>
              `${orderExpression(table, one.attribute)} ${one.descending !== backwards ? 'DESC' : 'ASC'}`,
          )
          .join(', ');
  const sql = `SELECT * FROM ${tableName(table)} WHERE ${where.text} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const rows = statement(database, sql).all(...where.values, query.limit, query.offset);
  return backwards ? rows.reverse() : rows;
}

function whereSql(filters: readonly Filter[], table: TableSchema, readable: Sql): Sql {
  return joined([...filters.map((filter) => filterSql(filter, table)), readable], 'AND');
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
  const columns = expressions.map((expression, at) => `${expression} AS value${at}`);
  const row = statement(database, `SELECT ${columns.join(', ')} FROM ${tableName(table)} WHERE _id = ?`).get(
    cursor.id,
  );
  if (row === undefined)
    throw new ApiError('general_cursor_not_found', {
      message: `Row '${cursor.id}' for the 'cursor' value not found.`,
    });
  const none = orders.find((_, at) => row[`value${at}`] === null);
  if (none) throw new ApiError('database_query_order_null', { column: none.attribute });
  return orders.reduceRight<Sql | undefined>((rest, one, at) => {
    const value = row[`value${at}`] as string | number;
    return beyond(expressions[at] ?? '', value, one, cursor.before, rest);
  }, undefined);
}

function beyond(expression: string, value: string | number, order: Order, before: boolean, rest?: Sql): Sql {
  const sign = order.descending !== before ? '<' : '>';
  if (rest === undefined) return { text: `${expression} ${sign} ?`, values: [value] };
  // The first comparison lets an index seek to the place; the second settles the rows of equal value.
  return {
    text: `${expression} ${sign}= ? AND (${expression} ${sign} ? OR (${rest.text}))`,
    values: [value, value, ...rest.values],
  };
}
