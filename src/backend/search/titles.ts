import { MAX_COUNTED_HITS } from '#contract/totals.ts';
import { type Condition, conditionSql, needles } from '#text/condition.ts';
import { statement } from '../db/sqlite.ts';
import { type OpenTable, tableName } from '../db/tables.ts';

/** Rows whose search key satisfies a condition, found by the trigrams of the keys. */
export interface TitleMatches {
  /** The `_sequence` of each row; undefined when there are more than are worth sorting. */
  readonly rowids: readonly number[] | undefined;
  /** False when the rows must still be checked against the condition. */
  readonly isExact: boolean;
  /** Counts the rows, up to `MAX_COUNTED_HITS`. */
  count(): number;
}

/** Characters of a trigram. */
const GRAM = 3;
/** Rows that are read in their order to look for a text that is too short for a trigram. */
const SCANNED_ROWS = 20_000;
/** Share of the rows read above which a text is frequent, so that reading on is faster than using the index. */
const FREQUENT_SHARE = 0.1;

/**
 * Finds the rows whose key satisfies the condition. Undefined if reading the rows in order is faster, or if trigrams cannot
 * decide.
 */
export function findTitles(
  table: OpenTable,
  attribute: string,
  condition: Condition,
  scannedRows = SCANNED_ROWS,
): TitleMatches | undefined {
  const trigrams = table.keyed.get(attribute)?.trigrams;
  if (!trigrams) return undefined;
  const isShort = needles(condition).some((needle) => lengthOf(needle) < GRAM);
  if (isShort && isFrequent(table, attribute, condition, scannedRows)) return undefined;
  const expression = matchOf(table, attribute, condition);
  if (!expression) return undefined;
  const { match, isExact } = expression;
  if (match === NEVER) return { rowids: [], isExact: true, count: () => 0 };
  const found = `SELECT rowid FROM ${trigrams} WHERE ${trigrams} MATCH ? LIMIT ?`;
  const most = sortedAtMost(table);
  const all = statement(table.database, found).all(match, most + 1);
  const rowids = all.length > most ? undefined : all.map(({ rowid }) => Number(rowid));
  const count = () => {
    const sql = `SELECT count(*) AS count FROM (${found})`;
    return rowids?.length ?? Number(statement(table.database, sql).get(match, MAX_COUNTED_HITS)?.count);
  };
  return { rowids, isExact, count };
}

/**
 * Returns the largest number of matches to sort; for more, the order's index is read until the page is full. Both take about as long
 * for a hundredth of the rows.
 */
function sortedAtMost(table: OpenTable): number {
  return Math.min(MAX_COUNTED_HITS - 1, Math.max(2000, lastSequence(table) / 100));
}

/** The number of rows of a table, or more. */
function lastSequence(table: OpenTable): number {
  const sql = `SELECT max(_sequence) AS last FROM ${tableName(table)}`;
  return Number(statement(table.database, sql).get()?.last ?? 0);
}

const lengthOf = (text: string): number => [...text].length;

/** Whether the condition holds of many of the first rows, or these are all there are. */
function isFrequent(table: OpenTable, attribute: string, condition: Condition, scannedRows: number): boolean {
  const { search = '', sort = '' } = table.keyed.get(attribute) ?? {};
  if (lastSequence(table) <= scannedRows) return true;
  const { sql, values } = conditionSql(condition, search);
  const count = statement(
    table.database,
    `SELECT count(*) AS found FROM (SELECT ${search} FROM ${tableName(table)} ORDER BY ${sort}, _sequence LIMIT ?) WHERE ${sql}`,
  ).get(scannedRows, ...values);
  return Number(count?.found) >= scannedRows * FREQUENT_SHARE;
}

/** An FTS5 MATCH expression of trigrams. */
interface Expression {
  readonly match: string;
  /** False when its matches must still be checked against the condition. */
  readonly isExact: boolean;
}

/** A condition that no row meets, because FTS5 has no such expression. */
const NEVER = '';

/** Translates a condition on search keys; undefined when no expression can narrow it. */
function matchOf(table: OpenTable, attribute: string, condition: Condition): Expression | undefined {
  if ('contains' in condition) return needleMatch(table, attribute, condition.contains);
  const isAll = 'all' in condition;
  const parts = (isAll ? condition.all : condition.any).map((part) => matchOf(table, attribute, part));
  const known = parts.filter((part) => part !== undefined);
  const isWhole = known.length === parts.length;
  if (isAll && known.some(({ match }) => match === NEVER)) return { match: NEVER, isExact: true };
  if (known.length === 0 || !(isAll || isWhole)) return undefined;
  const possible = known.filter(({ match }) => match !== NEVER);
  return {
    match: possible.map(({ match }) => `(${match})`).join(isAll ? ' AND ' : ' OR '),
    isExact: isWhole && known.every(({ isExact }) => isExact),
  };
}

/** Trigrams by which a short text is looked up, at most. */
const MAX_ALTERNATIVES = 500;

function needleMatch(table: OpenTable, attribute: string, needle: string): Expression | undefined {
  const length = lengthOf(needle);
  if (length === 0) return undefined;
  if (length >= GRAM) return { match: string(needle), isExact: true };
  // Every occurrence of a shorter text in a key is the beginning of a trigram.
  const vocabulary = table.keyed.get(attribute)?.vocabulary;
  const sql = `SELECT term FROM ${vocabulary} WHERE term >= ? AND term < ? LIMIT ${MAX_ALTERNATIVES + 1}`;
  const terms = statement(table.database, sql).all(needle, `${needle}\u{10FFFF}`);
  if (terms.length > MAX_ALTERNATIVES) return undefined;
  return { match: terms.map(({ term }) => string(String(term))).join(' OR '), isExact: true };
}

const string = (text: string): string => `"${text.replaceAll('"', '""')}"`;
