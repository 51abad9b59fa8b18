import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import type { Condition } from '#text/condition.ts';
import { SCRIPT_GROUPS, type ScriptGroup } from '#text/sort-key.ts';
import { prepareStatement, type Sql } from '../db/sqlite.ts';
import { type OpenTable, ROWID_BYTES, SEQUENCE_RANGE, tableName, trigramRowid } from '../db/tables.ts';

/** Rows found by the trigrams of their search keys: all that satisfy a condition and, if `isExact` is false, others. */
export interface TitleMatches {
  /** False if the rows must still be checked against the condition. */
  readonly isExact: boolean;
  /** Counts the rows, up to `MAX_COUNTED_HITS`. */
  readonly count: () => number;
  /** SQL condition that selects the rows; undefined if there are too many to list. */
  readonly rowFilter?: Sql;
  /** The matches by the script with which their text begins. Scripts without a match are left out. */
  readonly byScript: ReadonlyMap<ScriptGroup, ScriptMatches>;
}

/** Matches of one script: listed if they are few enough to be read and sorted, else read in the order of an index. */
interface ScriptMatches {
  readonly rowFilter?: Sql;
  /** Returns the first bytes of the sort key at which reading starts: of the first match, or in descending order above the last match. */
  readonly start?: (isDescending: boolean) => Uint8Array;
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
  if (match === NEVER) return { isExact, count: () => 0, rowFilter: toRowFilter('[]'), byScript: new Map() };
  const maxSorted = Math.min(Math.max(100, Math.ceil(size * MAX_SORTED_SHARE)), MAX_SORTED_HITS);
  // The bounds are part of the SQL: FTS5 seeks only to integers, and Node binds numbers as REAL.
  const hitsOf = (scripts: readonly ScriptGroup[]) =>
    `SELECT rowid FROM ${trigrams} WHERE ${trigrams} MATCH ? AND rowid BETWEEN ${rowidFrom(Math.min(...scripts))} AND ${rowidFrom(Math.max(...scripts) + 1) - 1}`;
  /** Lists the first hits of the scripts, grouped by script: all hits, or one more than the maximum to sort. */
  const list = (scripts: readonly ScriptGroup[]) => {
    // One array for all rows: creating an object for each takes Node longer than FTS5 takes to find it.
    const columns = `rowid / ${rowidFrom(1)} AS script, count(*) AS count, json_group_array(rowid % ${SEQUENCE_RANGE}) AS rows`;
    const sql = `SELECT ${columns} FROM (${hitsOf(scripts)} LIMIT ${maxSorted + 1}) GROUP BY script`;
    return prepareStatement(table.database, sql)
      .all(match)
      .map(({ script, count, rows }) => ({
        script: Number(script) as ScriptGroup,
        count: Number(count),
        rows: String(rows),
      }));
  };
  const start = (script: ScriptGroup) => (isDescending: boolean) => {
    const sql = `${hitsOf([script])} ORDER BY rowid ${isDescending ? 'DESC' : 'ASC'} LIMIT 1`;
    const { rowid } = prepareStatement(table.database, sql).get(match) ?? {};
    return keyStart(Math.floor(Number(rowid) / SEQUENCE_RANGE) + Number(isDescending));
  };
  const byScript = (groups: ReturnType<typeof list>) =>
    new Map<ScriptGroup, ScriptMatches>(
      groups.map(({ script, count, rows }) => [
        script,
        count > maxSorted ? { start: start(script) } : { rowFilter: toRowFilter(rows) },
      ]),
    );
  const first = list(SCRIPT_GROUPS);
  const firstCount = first.reduce((sum, { count }) => sum + count, 0);
  if (firstCount <= maxSorted) {
    const rows = `[${first.map((group) => group.rows.slice(1, -1)).join(',')}]`;
    return { isExact, count: () => firstCount, rowFilter: toRowFilter(rows), byScript: byScript(first) };
  }
  const count = () => {
    const sql = `SELECT count(*) AS count FROM (${hitsOf(SCRIPT_GROUPS)} LIMIT ${MAX_COUNTED_HITS})`;
    return Number(prepareStatement(table.database, sql).get(match)?.count);
  };
  return { isExact, count, byScript: byScript(SCRIPT_GROUPS.flatMap((script) => list([script]))) };
}

const toRowFilter = (rows: string): Sql => ({
  text: '_sequence IN (SELECT value FROM json_each(?))',
  values: [rows],
});

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
/** Maximum hits to sort: this share of the rows, but from 100 to `MAX_SORTED_HITS`. With more, reading an index in order is as fast. */
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
