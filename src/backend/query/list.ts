import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import { ApiError } from '#http/api-error.ts';
import { combineConditions, listNeedles } from '#text/condition.ts';
import { SCRIPT_GROUPS, type ScriptGroup, scriptOrder } from '#text/sort-key.ts';
import { prepareStatement, type Sql } from '../db/sqlite.ts';
import { columnName, listColumnNames, type OpenTable, type StoredRow, tableName } from '../db/tables.ts';
import type { Caller } from '../permissions.ts';
import { findTitles, type TitleMatches } from '../search/titles.ts';
import type { Order } from './parse.ts';
import type { RowQuery } from './plan.ts';
import { refuseScans } from './scans.ts';
import { EVERY_ROW_SQL, type Term, termSql, whereSql, wordsMatch } from './sql.ts';

export interface ListQuery extends Pick<RowQuery, 'terms' | 'orders' | 'limit' | 'offset' | 'cursor'> {
  /** The caller's language, which decides the order of the scripts. */
  readonly locale?: string;
  /** The SQL columns to read (`selectedColumns`); all if absent. */
  readonly columns?: string;
  /** Whether to count all rows, which is the default. Otherwise the total is 0. */
  readonly withTotal?: boolean;
}

type Plan = ReturnType<typeof planList>;

/**
 * Lists the rows of a page that match a query and `readFilter`, and counts all of them regardless of limit, offset, order and cursor; hits
 * of a search up to `MAX_COUNTED_HITS`. Throws 400 if a visitor's query would test too many rows, or if the cursor's row is gone or has
 * NULL in a sort column.
 */
export function listRows(
  table: OpenTable,
  query: ListQuery,
  readFilter: Sql,
  caller: Caller = 'key',
): { rows: StoredRow[]; total: number } {
  const plan = planList(table, query, readFilter, caller);
  if (caller !== 'key') refuseScans({ ...plan, orders: query.orders, terms: plan.otherTerms }, caller);
  const ids = readPageIds(plan);
  const { limit, offset, cursor, withTotal = true } = query;
  // A first page that is not full contains all rows.
  const isWhole = ids.length < limit && offset === 0 && !cursor;
  const count = () => (isWhole ? ids.length : countRows(plan));
  return { rows: readPage(plan, ids), total: withTotal ? count() : 0 };
}

/** Splits a query into conditions that an index evaluates and conditions to test on each row. */
function planList(table: OpenTable, query: ListQuery, readFilter: Sql, caller: Caller) {
  const { terms } = query;
  const search = searchOf(table, terms);
  const words = wordsMatch(table, terms);
  let cached: { matches: TitleMatches | undefined } | undefined;
  /** Returns the matches of a title search, looked up once; undefined if all rows must be checked. */
  const matches = (): TitleMatches | undefined => {
    cached ??= { matches: search && findTitles(table, search.attribute, search.condition) };
    return cached.matches;
  };
  /** Returns the terms as SQL. The `rowFilter` of an exact title search replaces the terms of that search. */
  const conditions = (rowFilter: Sql | undefined): Sql[] => {
    const remaining = (rowFilter && matches()?.isExact && search?.otherTerms) || terms;
    return [...(rowFilter ? [rowFilter] : []), ...remaining.map((term) => termSql(term, table, caller))];
  };
  return {
    table,
    query,
    searchedAttribute: search?.attribute,
    matches,
    /** The expression that finds the rows in the index of the words of pages, if that index alone can find them. */
    words,
    /** Whether the caller may read every row. */
    readsAll: readFilter.text === EVERY_ROW_SQL.text,
    /** Terms that no full-text index evaluates. */
    otherTerms: search?.otherTerms ?? (words ? [] : terms),
    /** Counts the rows that a full-text index finds, up to a limit. Undefined if such an index does not list the rows. */
    countHits: words === undefined ? undefined : (limit: number) => countWordHits(table, words, limit),
    where: (extraConditions: readonly Sql[] = [], rowFilter = matches()?.rowFilter): Sql =>
      whereSql([...conditions(rowFilter), readFilter, ...extraConditions]),
  };
}

/** Returns the combined conditions on the first searched column with a fulltext index, and the other terms; undefined without a search. */
function searchOf(table: OpenTable, terms: readonly Term[]) {
  const isSearchOf = (term: Term, key: string): term is Term & { kind: 'text' } =>
    term.kind === 'text' && term.attribute === key && !term.negated && listNeedles(term.condition).length > 0;
  for (const [attribute, { trigrams }] of table.keyColumns) {
    const texts = terms.filter((term) => isSearchOf(term, attribute)) as (Term & { kind: 'text' })[];
    if (!trigrams || texts.length === 0) continue;
    const otherTerms = terms.filter((term) => !isSearchOf(term, attribute));
    const conditions = texts.map(({ condition }) => condition);
    return { attribute, condition: combineConditions(conditions, 'all'), otherTerms };
  }
  return undefined;
}

/** Whether any of the terms searches texts. Hits of such a search are counted only up to `MAX_COUNTED_HITS`. */
const hasTextSearch = (terms: readonly Term[]): boolean =>
  terms.some(
    (term) =>
      term.kind === 'text' ||
      term.kind === 'words' ||
      ((term.kind === 'all' || term.kind === 'any') && hasTextSearch(term.terms)) ||
      (term.kind === 'related' && hasTextSearch([term.term])),
  );

function countRows(plan: Plan): number {
  const { table, query, otherTerms, readsAll } = plan;
  const count = (sql: string, ...values: Sql['values']) =>
    Number(prepareStatement(table.database, `SELECT count(*) AS total FROM ${sql}`).get(...values)?.total);
  const countHits = ({ text, values }: Sql) =>
    count(`(SELECT 1 FROM ${tableName(table)} ${text} LIMIT ${MAX_COUNTED_HITS})`, ...values);
  if (plan.countHits && readsAll) return plan.countHits(MAX_COUNTED_HITS);
  const matches = plan.matches();
  if (matches?.isExact && otherTerms.length === 0 && readsAll) return matches.count();
  const where = plan.where();
  return hasTextSearch(query.terms)
    ? countHits(where)
    : count(`${tableName(table)} ${where.text}`, ...where.values);
}

/** Counts the pages that match an expression of `wordsMatch`, up to `limit`. */
function countWordHits({ database, pages }: OpenTable, match: string, limit: number): number {
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${pages?.index} WHERE ${pages?.index} MATCH ? LIMIT ?)`;
  return Number(prepareStatement(database, sql).get(match, limit)?.count);
}

function readPage({ table, query }: Plan, ids: readonly number[]): StoredRow[] {
  if (ids.length === 0) return [];
  const { columns = listColumnNames(table), cursor } = query;
  const sql = `SELECT ${columns} FROM ${tableName(table)} WHERE _sequence IN (SELECT value FROM json_each(?))`;
  const rows = prepareStatement(table.database, sql).all(JSON.stringify(ids));
  const bySequence = new Map(rows.map((row) => [Number(row._sequence), row]));
  const page = ids.map((id) => bySequence.get(id)).filter((row) => row !== undefined);
  return cursor?.before ? page.reverse() : page;
}

/**
 * Returns the `_sequence` of each row of the page, in order (reversed before a cursor). A query of whole rows would also read the skipped
 * rows; this one often reads only an index.
 */
function readPageIds(plan: Plan): number[] {
  const { table, query } = plan;
  const { orders, limit, offset } = query;
  const run = ({ text, values }: Sql) =>
    prepareStatement(table.database, `${text} LIMIT ? OFFSET ?`)
      .all(...values, limit, offset)
      .map((row) => Number(row._sequence));
  return run(
    orders === 'random'
      ? idsSql(plan, 'random()', [])
      : (wordIdsSql(plan, orders) ?? orderedIdsSql(plan, orders)),
  );
}

function idsSql(plan: Plan, order: string, extraConditions: readonly Sql[], rowFilter?: Sql): Sql {
  const { text, values } = plan.where(extraConditions, rowFilter);
  return { text: `SELECT _sequence FROM ${tableName(plan.table)} ${text} ORDER BY ${order}`, values };
}

/** Returns SQL that lists lesson pages in `$sequence` order from their full-text index alone; undefined if that is not enough. */
function wordIdsSql({ table, query, readsAll, words }: Plan, [order]: readonly Order[]): Sql | undefined {
  if (words === undefined || query.cursor || !readsAll || order?.attribute !== '$sequence') return undefined;
  const name = table.pages?.index;
  return {
    text: `SELECT rowid AS _sequence FROM ${name} WHERE ${name} MATCH ? ORDER BY rowid ${order.descending ? 'DESC' : 'ASC'}`,
    values: [words],
  };
}

function orderedIdsSql(plan: Plan, orders: readonly Order[]): Sql {
  const { table, query } = plan;
  const { cursor, locale = '' } = query;
  const scripts = scriptOrder(locale);
  const orderTerms = listOrderTerms(table, orders, scripts);
  const orderSql = (parts: typeof orderTerms) =>
    parts
      .map(
        ({ expression, descending }) =>
          `${expression} ${descending !== (cursor?.before === true) ? 'DESC' : 'ASC'}`,
      )
      .join(', ');
  const [first] = orders;
  const sort = first && table.keyColumns.get(first.attribute)?.sort;
  const matches = first?.attribute === plan.searchedAttribute ? plan.matches()?.byScript : undefined;
  if (cursor || !sort || !(scripts || matches))
    return idsSql(plan, orderSql(orderTerms), cursor ? beyondCursor(table, orderTerms, cursor) : []);
  // Reads each script in index order: scripts without hits are skipped, and the language changes only the order of the scripts.
  const groups = (scripts ?? SCRIPT_GROUPS).filter((script) => matches?.has(script) ?? true);
  const order = orderSql(scripts ? orderTerms.slice(1) : orderTerms);
  const parts = (first.descending ? groups.toReversed() : groups).map((script) => {
    const hits = matches?.get(script);
    const start = hits?.start?.(first.descending);
    const isSorted = hits !== undefined && !start;
    const range = isSorted ? [] : [scriptSql(sort, script, start, first.descending)];
    return idsSql(plan, order, range, hits?.rowFilter);
  });
  return {
    text: parts.map(({ text }) => `SELECT * FROM (${text})`).join(' UNION ALL ') || 'SELECT 0 WHERE FALSE',
    values: parts.flatMap(({ values }) => values),
  };
}

/**
 * Returns the condition that a text begins with a script, which is the first byte of its sort key. NULL counts as the first script.
 * `start` limits the condition to keys from there on or, in descending order, to keys below.
 */
function scriptSql(sort: string, script: ScriptGroup, start?: Uint8Array, isDescending = false): Sql {
  const lower = script === 1 ? [] : [Uint8Array.of(script)];
  const upper = script === 3 ? [] : [Uint8Array.of(script + 1)];
  const [from, to] = start ? (isDescending ? [lower, [start]] : [[start], upper]) : [lower, upper];
  const parts = [...from.map(() => `${sort} >= ?`), ...to.map(() => `${sort} < ?`)];
  return { text: parts.join(' AND '), values: [...from, ...to] };
}

/** Lists the terms of an ORDER BY. Texts are compared by their sort keys; NULL is below every value. */
function listOrderTerms(table: OpenTable, orders: readonly Order[], scripts: readonly number[] | undefined) {
  const groups = scripts?.map((script) => `0${script}`).join('');
  return orders.flatMap(({ attribute, descending }) => {
    const name = columnName(table, attribute) ?? '_sequence';
    const isText = isPlainText(table, attribute);
    const key = table.keyColumns.get(attribute)?.sort ?? `ifnull(sort_key(${name}), x'')`;
    const byKey = { expression: isText ? key : name, descending, attribute };
    if (!groups || !isText) return [byKey];
    return [{ ...byKey, expression: `instr(x'${groups}', substr(${key}, 1, 1))` }, byKey];
  });
}

function isPlainText(table: OpenTable, attribute: string): boolean {
  const column = table.columns.get(attribute);
  return column?.kind === 'text' && !column.array;
}

/**
 * Returns the condition that a row comes after the cursor's row, or before that row for `cursorBefore`. Throws 400 if the cursor's row is
 * gone or has NULL in a sort column.
 */
function beyondCursor(
  table: OpenTable,
  orderTerms: ReturnType<typeof listOrderTerms>,
  cursor: NonNullable<ListQuery['cursor']>,
): Sql[] {
  const columns = orderTerms.map(
    ({ expression, attribute }, at) =>
      `${expression} AS value${at}, ${columnName(table, attribute)} IS NULL AS none${at}`,
  );
  const sql = `SELECT ${columns.join(', ')} FROM ${tableName(table)} WHERE _id = ?`;
  const row = prepareStatement(table.database, sql).get(cursor.id);
  if (row === undefined)
    throw new ApiError('general_cursor_not_found', `Row '${cursor.id}' for the 'cursor' value not found.`);
  const nullTerm = orderTerms.find((_, at) => row[`none${at}`] === 1);
  if (nullTerm) throw new ApiError('database_query_order_null', { column: nullTerm.attribute });
  const condition = orderTerms.reduceRight<Sql | undefined>((remaining, { expression, descending }, at) => {
    const value = row[`value${at}`] as string | number | Uint8Array;
    const operator = descending !== cursor.before ? '<' : '>';
    if (!remaining) return { text: `${expression} ${operator} ?`, values: [value] };
    // The first comparison lets an index seek to the row; the second orders rows of equal value.
    return {
      text: `${expression} ${operator}= ? AND (${expression} ${operator} ? OR (${remaining.text}))`,
      values: [value, value, ...remaining.values],
    };
  }, undefined);
  return condition ? [condition] : [];
}
