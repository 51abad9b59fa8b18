import { type Ranking, rankings } from '../database/collated-columns.ts';
import { tableName } from '../database/names.ts';
import type { StoredRow } from '../database/row-reader.ts';
import type { Sql } from '../database/sql.ts';
import { statement } from '../database/statements.ts';
import { sourceInOrder } from './lookup.ts';
import { foundSql, type Reading } from './reading.ts';
import { turnTwins } from './twins.ts';
import { countSource } from './words.ts';

/** Matches that are quicker sorted than looked for. */
const FEW = 2000;

/**
 * The page of rows of a question in an order that is kept: the places are read first, from the narrowest index there is,
 * so that a far page or a search costs little more than the first page of all. Undefined for any other order.
 */
export function placePage(reading: Reading): StoredRow[] | undefined {
  const { database, table, asked } = reading;
  const { orders, cursor, limit, offset } = asked;
  if (cursor || orders === 'random' || orders.length !== 2 || orders[1]?.attribute !== '$sequence')
    return undefined;
  const [order, tie] = orders;
  const ranking = rankings(table).find(({ attribute }) => attribute === order?.attribute);
  if (!order || !ranking) return undefined;
  const direction = order.descending ? 'DESC' : 'ASC';
  const places = placesSql(reading, ranking);
  const rows = statement(
    database,
    `SELECT *, ${ranking.key} AS "/key" FROM ${tableName(table)}
     WHERE ${ranking.place} IN (${places.text} ${direction} LIMIT ? OFFSET ?) ORDER BY ${ranking.place} ${direction}`,
  ).all(...places.values, limit, offset);
  return order.descending === tie.descending ? rows : turnTwins(reading, ranking, rows, order.descending);
}

/** The places of all rows that match, up to the direction of their order. */
function placesSql(reading: Reading, { table, attribute, place }: Ranking): Sql {
  const { database, lookup } = reading;
  const source = lookup && sourceInOrder(table, lookup, attribute);
  const placesOf = ({ text, values }: Sql): Sql => ({
    text: `SELECT ${place} FROM ${tableName(table)} ${text} ORDER BY ${place}`,
    values,
  });
  if (!source) return placesOf(reading.where());
  const { from, match } = source;
  const words = lookup.rest.length > 0 ? reading.words : undefined;
  if (words && countSource(database, words, FEW) < FEW)
    return placesOf(reading.where([], [foundSql('_sequence', words)]));
  const where = reading.where(lookup.rest);
  if (where.text === '')
    return { text: `SELECT rowid FROM ${from} WHERE ${from} MATCH ? ORDER BY rowid`, values: [match] };
  return {
    // A subquery, because the columns of a full-text table could be called like those of the row.
    text: `SELECT "/found" FROM (SELECT rowid AS "/found" FROM ${from} WHERE ${from} MATCH ?)
      CROSS JOIN ${tableName(table)} ON ${place} = "/found" ${where.text} ORDER BY "/found"`,
    values: [match, ...where.values],
  };
}
