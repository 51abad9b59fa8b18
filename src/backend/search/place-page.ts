import { scriptOrder } from '#text/sort-key.ts';
import { type Ranking, rankingOf } from '../database/collated-columns.ts';
import { tableName } from '../database/names.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { joined, type Sql } from '../database/sql.ts';
import { statement } from '../database/statements.ts';
import type { Order } from '../queries/row-query.ts';
import { countSource, foundSql, sourceInOrder } from './lookup.ts';
import type { Reading } from './reading.ts';

/** With no more matches than this, sorting them is faster than checking them in order. */
const SORTED_AT_MOST = 2000;

/**
 * The page of rows of a question in a kept order: the places are read first, from the narrowest index there is,
 * so that a far page or a search costs little more than the first page of all. Undefined for any other order.
 */
export function placePage(reading: Reading): StoredRow[] | undefined {
  const { table, columns } = reading;
  const { orders, cursor, limit, offset } = reading.asked;
  if (cursor || orders === 'random') return undefined;
  // What follows `$sequence` tells nothing more apart: no two rows share it.
  const last = orders.findIndex(({ attribute }) => attribute === '$sequence');
  const [order, tie = order] = orders.slice(0, last + 1);
  const ranking = order && (sequenceRanking(reading, order) ?? rankingOf(table, order.attribute));
  if (!ranking || tie?.attribute !== '$sequence') return undefined;
  const { key, place } = ranking;
  const direction = order.descending ? 'DESC' : 'ASC';
  const spans = spansOf(reading, ranking);
  const rows: StoredRow[] = [];
  let skipped = offset;
  for (const span of order.descending ? spans.toReversed() : spans) {
    const places = placesSql(reading, ranking, span);
    const found = statement(
      table.database,
      `SELECT ${columns}, ${place}, ${key} AS "/key" FROM ${tableName(table)}
       WHERE ${place} IN (${places.text} ${direction} LIMIT ? OFFSET ?) ORDER BY ${place} ${direction}`,
    ).all(...places.values, limit - rows.length, skipped);
    const isInOrder = order.descending === tie.descending;
    rows.push(...(isInOrder ? found : reverseTies(reading, ranking, order.descending, found)));
    if (rows.length === limit || spans.length === 1) break;
    if (rows.length > 0) skipped = 0;
    else if (skipped > 0) {
      const count = statement(table.database, `SELECT count(*) AS count FROM (${places.text})`);
      skipped -= Number(count.get(...places.values)?.count);
    }
  }
  return rows;
}

/** Of rows that are found by their words, `$sequence` is a place: the rowids of those words are just that. */
function sequenceRanking({ findWords, readsAll }: Reading, { attribute }: Order): Ranking | undefined {
  if (attribute !== '$sequence' || !readsAll || !findWords()) return undefined;
  return { attribute, key: '_sequence', place: '_sequence' };
}

/** Places from one up to another that is not among them; undefined for all places. */
type Span = ReturnType<typeof spansOf>[number];

/**
 * The places of an order in the caller's language. They are kept once for all languages: where a language has its scripts in
 * another order, each script is a span of places, and the spans are read one after the other.
 */
function spansOf({ table, asked }: Reading, { attribute, key, place }: Ranking) {
  const groups = attribute.startsWith('$') ? undefined : scriptOrder(asked.locale ?? '');
  if (!groups) return [undefined];
  // The place of the first row whose key begins with a group of scripts, or a later one.
  const first = (group: number) => {
    const sql = `SELECT ${place} AS place FROM ${tableName(table)} WHERE ${key} >= ? ORDER BY ${key}, _sequence LIMIT 1`;
    return Number(statement(table.database, sql).get(new Uint8Array([group]))?.place ?? Infinity);
  };
  const begins = { 1: -Infinity, 2: first(2), 3: first(3), 4: Infinity };
  const spans = groups.map((group) => ({ from: begins[group], to: begins[(group + 1) as 2 | 3 | 4] }));
  return spans.filter(({ from, to }) => from < to);
}

/** The conditions of a place within a span. Node binds every number as a real one, and FTS5 seeks a rowid by integers only. */
function withinSql(place: string, span: Span): Sql[] {
  if (!span) return [];
  const text = `${place} >= CAST(? AS INTEGER) AND ${place} < CAST(? AS INTEGER)`;
  return [{ text, values: [span.from, span.to] }];
}

/** The places of all rows in a span that match, up to the direction of their order. */
function placesSql(reading: Reading, { attribute, place }: Ranking, span: Span): Sql {
  const within = withinSql(place, span);
  const { table, lookup } = reading;
  const source = attribute === '$sequence' ? reading.findWords() : lookup && sourceInOrder(lookup, attribute);
  const rest = (attribute !== '$sequence' && lookup?.rest) || [];
  const placesOf = ({ text, values }: Sql): Sql => ({
    text: `SELECT ${place} FROM ${tableName(table)} ${text} ORDER BY ${place}`,
    values,
  });
  if (!source) return placesOf(reading.where(reading.terms, within));
  const { from, match } = source;
  const words = rest.length > 0 ? reading.findWords() : undefined;
  if (words && countSource(table.database, words, SORTED_AT_MOST) < SORTED_AT_MOST)
    return placesOf(reading.where([], [foundSql(words), ...within]));
  // A subquery, because the columns of a full-text table could be called like those of the row.
  const spanned = joined([{ text: `${from} MATCH ?`, values: [match] }, ...withinSql('rowid', span)], 'AND');
  const found = `SELECT rowid AS "/found" FROM ${from} WHERE ${spanned.text}`;
  const where = reading.where(rest);
  if (where.text === '') return { text: `${found} ORDER BY rowid`, values: spanned.values };
  return {
    text: `SELECT "/found" FROM (${found}) CROSS JOIN ${tableName(table)} ON ${place} = "/found" ${where.text} ORDER BY "/found"`,
    values: [...spanned.values, ...where.values],
  };
}

/**
 * Reverses rows of the same name: places have one direction, but ties stay in the order of `$sequence` when names are
 * descending (docs/rules.md#order-and-totals). At both ends of a page, ties may be on other pages: which of them belong here is asked of
 * the table.
 */
function reverseTies(
  { table, terms, columns, where }: Reading,
  { key, place }: Ranking,
  descending: boolean,
  rows: readonly StoredRow[],
): StoredRow[] {
  const groups = [...Map.groupBy(rows, (row) => String(row['/key'])).values()];
  return groups.flatMap((ties, at) => {
    if (at > 0 && at < groups.length - 1) return ties.toReversed();
    const [first = {}] = ties;
    const value = (first['/key'] ?? '') as string | number | Uint8Array;
    const { text, values } = where(terms, [{ text: `${key} = ?`, values: [value] }]);
    const from = `FROM ${tableName(table)} ${text}`;
    const earlier = `SELECT count(*) AS count ${from} AND ${place} ${descending ? '>' : '<'} ?`;
    const placeOfFirst = first[place.slice(1, -1)] ?? null;
    const skip =
      at === 0 ? Number(statement(table.database, earlier).get(...values, placeOfFirst)?.count) : 0;
    const sql = `SELECT ${columns} ${from} ORDER BY ${place} ${descending ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`;
    return statement(table.database, sql).all(...values, ties.length, skip);
  });
}
