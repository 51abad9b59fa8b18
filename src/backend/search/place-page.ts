import { type Ranking, rankings } from '../database/collated-columns.ts';
import { tableName } from '../database/names.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { joined, type Sql } from '../database/sql.ts';
import { statement } from '../database/statements.ts';
import { sourceInOrder } from './lookup.ts';
import { foundSql, type Reading } from './reading.ts';
import { type Span, spansOf, withinSql } from './spans.ts';
import { reverseTies } from './tie-order.ts';
import { countSource } from './words.ts';

/** With no more matches than this, sorting them is faster than checking them in order. */
const SORTED_AT_MOST = 2000;

/**
 * The page of rows of a question in a kept order: the places are read first, from the narrowest index there is,
 * so that a far page or a search costs little more than the first page of all. Undefined for any other order.
 */
export function placePage(reading: Reading): StoredRow[] | undefined {
  const { orders, cursor, limit, offset } = reading.asked;
  if (cursor || orders === 'random' || orders.length !== 2 || orders[1]?.attribute !== '$sequence')
    return undefined;
  const [order, tie] = orders;
  const ranking = rankings(reading.table).find(({ attribute }) => attribute === order?.attribute);
  if (!order || !ranking) return undefined;
  const spans = spansOf(reading, ranking);
  const rows: StoredRow[] = [];
  let skipped = offset;
  for (const span of order.descending ? spans.toReversed() : spans) {
    const found = spanRows(reading, ranking, span, order.descending, limit - rows.length, skipped);
    rows.push(
      ...(order.descending === tie.descending
        ? found
        : reverseTies(reading, ranking, found, order.descending)),
    );
    if (rows.length === limit || spans.length === 1) break;
    if (rows.length > 0) skipped = 0;
    else if (skipped > 0) skipped -= spanCount(reading, ranking, span);
  }
  return rows;
}

function spanRows(
  reading: Reading,
  ranking: Ranking,
  span: Span,
  descending: boolean,
  limit: number,
  offset: number,
): StoredRow[] {
  const places = placesSql(reading, ranking, span);
  const direction = descending ? 'DESC' : 'ASC';
  return statement(
    reading.database,
    `SELECT ${reading.columns}, ${ranking.place}, ${ranking.key} AS "/key" FROM ${tableName(ranking.table)}
     WHERE ${ranking.place} IN (${places.text} ${direction} LIMIT ? OFFSET ?) ORDER BY ${ranking.place} ${direction}`,
  ).all(...places.values, limit, offset);
}

function spanCount(reading: Reading, ranking: Ranking, span: Span): number {
  const places = placesSql(reading, ranking, span);
  const sql = `SELECT count(*) AS count FROM (${places.text})`;
  return Number(statement(reading.database, sql).get(...places.values)?.count);
}

/** The places of all rows in a span that match, up to the direction of their order. */
function placesSql(reading: Reading, { table, attribute, place }: Ranking, span: Span): Sql {
  const within = withinSql(place, span);
  const { database, lookup } = reading;
  const source = lookup && sourceInOrder(table, lookup, attribute);
  const placesOf = ({ text, values }: Sql): Sql => ({
    text: `SELECT ${place} FROM ${tableName(table)} ${text} ORDER BY ${place}`,
    values,
  });
  if (!source) return placesOf(reading.where(reading.terms, within));
  const { from, match } = source;
  const words = lookup.rest.length > 0 ? reading.words : undefined;
  if (words && countSource(database, words, SORTED_AT_MOST) < SORTED_AT_MOST)
    return placesOf(reading.where([], [foundSql('_sequence', words), ...within]));
  // A subquery, because the columns of a full-text table could be called like those of the row.
  const spanned = joined([{ text: `${from} MATCH ?`, values: [match] }, ...withinSql('rowid', span)], 'AND');
  const found = `SELECT rowid AS "/found" FROM ${from} WHERE ${spanned.text}`;
  const where = reading.where(lookup.rest);
  if (where.text === '') return { text: `${found} ORDER BY rowid`, values: spanned.values };
  return {
    text: `SELECT "/found" FROM (${found}) CROSS JOIN ${tableName(table)} ON ${place} = "/found" ${where.text} ORDER BY "/found"`,
    values: [...spanned.values, ...where.values],
  };
}
