import type { DatabaseSync } from 'node:sqlite';
import type { RowQuery } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { type Ranking, rankings } from './collated-columns.ts';
import { tableName } from './names.ts';
import { FEW } from './oldest-page.ts';
import type { StoredRow } from './row-reader.ts';
import { searchSource } from './search-source.ts';
import { findsFew } from './search-total.ts';
import type { Sql } from './sql.ts';
import { statement } from './statements.ts';
import { turnTwins } from './twins.ts';
import { whereSql } from './where-sql.ts';

type PageQuery = Pick<RowQuery, 'filters' | 'orders' | 'limit' | 'offset' | 'cursor'>;

/**
 * The page of rows of a query in an order that is kept: the places are read first, from the narrowest index there is,
 * so that a far page or a search costs little more than the first page of all. Undefined for any other order, and where
 * the page is better made by sorting the matches.
 */
export function placePage(
  database: DatabaseSync,
  table: TableSchema,
  query: PageQuery,
  readable: Sql,
): StoredRow[] | undefined {
  const { orders, cursor, limit, offset } = query;
  if (cursor || orders === 'random' || orders.length !== 2 || orders[1]?.attribute !== '$sequence')
    return undefined;
  const [order, tie] = orders;
  const ranking = rankings(table).find(({ attribute }) => attribute === order?.attribute);
  if (!order || !ranking) return undefined;
  const direction = order.descending ? 'DESC' : 'ASC';
  const places = placesSql(database, ranking, query, readable);
  if (!places) return undefined;
  const rows = statement(
    database,
    `SELECT *, ${ranking.key} AS "/key" FROM ${tableName(table)}
     WHERE ${ranking.place} IN (${places.text} ${direction} LIMIT ? OFFSET ?) ORDER BY ${ranking.place} ${direction}`,
  ).all(...places.values, limit, offset);
  if (order.descending === tie.descending) return rows;
  return turnTwins(database, ranking, rows, {
    descending: order.descending,
    where: whereSql(database, table, query.filters, readable),
  });
}

/**
 * The places of all rows that match, up to the direction of their order. Undefined where few rows match that would
 * have to be looked for among many.
 */
function placesSql(
  database: DatabaseSync,
  { table, attribute, place }: Ranking,
  query: PageQuery,
  readable: Sql,
): Sql | undefined {
  const source = searchSource(database, table, query.filters, attribute);
  if (!source) {
    const where = whereSql(database, table, query.filters, readable);
    return {
      text: `SELECT ${place} FROM ${tableName(table)} ${where.text} ORDER BY ${place}`,
      values: where.values,
    };
  }
  const { from, match, rest } = source;
  if (rest.length > 0 && findsFew(database, table, query.filters, FEW)) return undefined;
  const where = whereSql(database, table, rest, readable);
  if (where.text === '')
    return { text: `SELECT rowid FROM ${from} WHERE ${from} MATCH ? ORDER BY rowid`, values: [match] };
  return {
    // A subquery, because the columns of a full-text table could be called like those of the row.
    text: `SELECT "/found" FROM (SELECT rowid AS "/found" FROM ${from} WHERE ${from} MATCH ?)
      CROSS JOIN ${tableName(table)} ON ${place} = "/found" ${where.text} ORDER BY "/found"`,
    values: [match, ...where.values],
  };
}
