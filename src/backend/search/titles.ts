import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import type { Condition } from '#text/condition.ts';
import { SCRIPT_GROUPS, type ScriptGroup } from '#text/sort-key.ts';
import { prepareStatement, type Sql } from '../db/sqlite.ts';
import { type OpenTable, ROWID_BYTES, SEQUENCE_RANGE, tableName, trigramRowid } from '../db/tables.ts';

/** Rows found by the trigrams of their search keys: all that satisfy a condition and, if `isExact` is false, others. */
export interface TitleMatches {
  /** False if the rows must still be checked against the condition. */
  readonly isExact: boolean;
  /** Number of the rows, up to `MAX_COUNTED_HITS`. */
  readonly count: number;
  /** SQL condition that selects the rows; undefined if there are too many to list. */
  readonly rowFilter: Sql | undefined;
  /** The matches by the script with which their text begins. Scripts without a match are left out. */
  readonly byScript: ReadonlyMap<ScriptGroup, ScriptMatches>;
}

interface ScriptMatches {
  readonly rowFilter: Sql | undefined;
  /**
   * Returns the first bytes of the sort key at which reading starts: of the first match, or in descending order bytes above the last match.
   * Undefined if the matches are few enough to be read and sorted.
   */
  readonly start: ((isDescending: boolean) => Uint8Array) | undefined;
}

const TRIGRAM_LENGTH = 3;

/**
 * Finds the rows whose key satisfies the condition. Undefined if the column has no trigrams, if they cannot narrow the search, or if the
 * table is small.
 */
export function findTitles(
  table: OpenTable,
  attribute: string,
  condition: Condition,
): TitleMatches | undefined {
  const { trigrams, vocabulary = '' } = table.keyColumns.get(attribute) ?? {};
  const size = readLastSequence(table);
  if (!trigrams || size <= MAX_SCANNED_ROWS) return undefined;
  const expression = matchOf((text) => listTermsFrom(table, vocabulary, text), condition);
  if (!expression) return undefined;
  const { match, isExact } = expression;
  const maxListed = Math.max(1000, Math.ceil(size * MAX_LISTED_SHARE));
  const maxSorted = Math.min(Math.max(100, Math.ceil(size * MAX_SORTED_SHARE)), MAX_SORTED_HITS);
  // The bounds are part of the SQL: FTS5 seeks only to integers, and Node binds numbers as REAL.
  const matches = (scripts: readonly ScriptGroup[]) =>
    `SELECT rowid FROM ${trigrams} WHERE ${trigrams} MATCH ? AND rowid BETWEEN ${rowidFrom(Math.min(...scripts))} AND ${rowidFrom(Math.max(...scripts) + 1) - 1}`;
  /** Lists up to `limit` matches of the scripts, grouped by script. */
  const list = (scripts: readonly ScriptGroup[], limit: number) => {
    // One array for all rows: creating an object for each takes Node longer than FTS5 takes to find it.
    const columns = `rowid / ${rowidFrom(1)} AS script, count(*) AS count, json_group_array(rowid % ${SEQUENCE_RANGE}) AS rows`;
    const sql = `SELECT ${columns} FROM (${matches(scripts)} LIMIT ?) GROUP BY script`;
    return prepareStatement(table.database, sql)
      .all(match, limit)
      .map(({ script, count, rows }) => ({
        script: Number(script) as ScriptGroup,
        count: Number(count),
        rows: String(rows),
      }));
  };
  const start = (script: ScriptGroup) => (isDescending: boolean) => {
    const sql = `${matches([script])} ORDER BY rowid ${isDescending ? 'DESC' : 'ASC'} LIMIT 1`;
    const { rowid } = prepareStatement(table.database, sql).get(match) ?? {};
    return keyStart(Math.floor(Number(rowid) / SEQUENCE_RANGE) + Number(isDescending));
  };
  const toRowFilter = (rows: string | undefined, length: number): Sql | undefined => {
    if (rows === undefined || length >= maxListed) return undefined;
    // With `+` SQLite reads the order's index and checks each row, instead of reading and sorting the rows.
    const column = length > maxSorted ? '+_sequence' : '_sequence';
    return { text: `${column} IN (SELECT value FROM json_each(?))`, values: [rows] };
  };
  // One pass reads as many hits as are counted, script by script.
  const counted = match === NEVER ? [] : list(SCRIPT_GROUPS, MAX_COUNTED_HITS);
  const total = sumCounts(counted);
  const isComplete = total < MAX_COUNTED_HITS;
  /** Returns the hits of the script in which the pass ended, and of later ones; without rows if they are too many to sort. */
  const listRemaining = (last: ScriptGroup) =>
    SCRIPT_GROUPS.filter((script) => script >= last)
      .flatMap((script) => list([script], maxSorted + 1))
      .map((group) => ({ ...group, rows: group.count > maxSorted ? undefined : group.rows }));
  const last = isComplete ? undefined : counted.at(-1);
  const groups = last ? [...counted.slice(0, -1), ...listRemaining(last.script)] : counted;
  return {
    isExact,
    count: total,
    rowFilter: isComplete
      ? toRowFilter(`[${counted.map(({ rows }) => rows.slice(1, -1)).join(',')}]`, total)
      : undefined,
    byScript: new Map(
      groups.map(({ script, rows, count }) => [
        script,
        { rowFilter: toRowFilter(rows, count), start: count > maxSorted ? start(script) : undefined },
      ]),
    ),
  };
}

const sumCounts = (lists: readonly { count: number }[]): number =>
  lists.reduce((total, { count }) => total + count, 0);

/** Returns the first rowid of a script. */
const rowidFrom = (script: number): number => trigramRowid(Uint8Array.of(script), 0);

/** Returns the first bytes of a sort key, which a rowid begins with. */
function keyStart(number: number): Uint8Array {
  const bytes = Buffer.alloc(ROWID_BYTES);
  bytes.writeUInt32BE(number);
  // A shorter key is padded with zeros.
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte > 0) + 1);
}

/** Maximum number of rows in a table that is scanned. For so few rows, a scan is faster than looking up trigrams. */
const MAX_SCANNED_ROWS = 200;
/** Maximum share of a table's rows that are listed as hits, if above 1,000. With more hits, a page fills quickly in any order. */
const MAX_LISTED_SHARE = 0.1;
/** Maximum share (if above 100 rows) and number of rows that are read and sorted. With more hits, reading an index in order is as fast. */
const MAX_SORTED_SHARE = 0.01;
const MAX_SORTED_HITS = 1000;

/** Returns the highest `_sequence` of a table, which is at least the number of its rows. */
function readLastSequence(table: OpenTable): number {
  const sql = `SELECT max(_sequence) AS last FROM ${tableName(table)}`;
  return Number(prepareStatement(table.database, sql).get()?.last ?? 0);
}

/** An FTS5 MATCH expression of trigrams. */
interface Expression {
  readonly match: string;
  /** False if its matches must still be checked against the condition. */
  readonly isExact: boolean;
}

/** Marks a condition that no row meets, which FTS5 cannot express. */
const NEVER = '';

/** Translates a condition on search keys; undefined if no expression can narrow it. */
function matchOf(
  listTermsFrom: (text: string) => readonly string[] | undefined,
  condition: Condition,
): Expression | undefined {
  if ('contains' in condition) {
    const { contains } = condition;
    // Every occurrence of a shorter text in a key is the beginning of a trigram.
    const terms = [...contains].length >= TRIGRAM_LENGTH ? [contains] : listTermsFrom(contains);
    return terms && { match: terms.map(quotePhrase).join(' OR '), isExact: true };
  }
  const isAll = 'all' in condition;
  const parts = (isAll ? condition.all : condition.any).map((part) => matchOf(listTermsFrom, part));
  const narrowingParts = parts.filter((part) => part !== undefined);
  const isWhole = narrowingParts.length === parts.length;
  if (isAll && narrowingParts.some(({ match }) => match === NEVER)) return { match: NEVER, isExact: true };
  if (narrowingParts.length === 0 || !(isAll || isWhole)) return undefined;
  const possible = narrowingParts.filter(({ match }) => match !== NEVER);
  return {
    match: possible.map(({ match }) => `(${match})`).join(isAll ? ' AND ' : ' OR '),
    isExact: isWhole && narrowingParts.every(({ isExact }) => isExact),
  };
}

/** Maximum number of trigrams that are looked up for a text shorter than a trigram. */
const MAX_ALTERNATIVES = 64;

/** Lists the trigrams that begin with a text; undefined if there are too many. */
function listTermsFrom(table: OpenTable, vocabulary: string, start: string): string[] | undefined {
  if (start === '') return undefined;
  const next = prepareStatement(
    table.database,
    `SELECT term FROM ${vocabulary} WHERE term >= ? AND term < ? LIMIT 1`,
  );
  const terms: string[] = [];
  for (let from = start; terms.length <= MAX_ALTERNATIVES; ) {
    const term = next.get(from, `${start}\u{10FFFF}`)?.term;
    if (term === undefined) return terms;
    terms.push(String(term));
    // Seeks the next term, because reading on would visit every row of the current term.
    from = `${term}\u0000`;
  }
  return undefined;
}

const quotePhrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;
