import { pageWordsVersion } from '#text/page-words.ts';
import type { TableSchema } from '../schema.ts';
import { asWritten } from './folded-text.ts';
import { foldedColumn, quoted, tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import type { StoredRow } from './row-reader.ts';
import { statement } from './statements.ts';

/**
 * Long texts that their writer has folded, with a space at both ends, are found by whole words, the beginnings of words and
 * phrases: the column `search` of a table, of the type `longtext`. No other long text is searched by an index.
 */
export function wholeWords(table: TableSchema) {
  const key = foldedColumn(table);
  if (key === undefined) return undefined;
  const marked = [...table.columns.values()].filter(
    (one) => one.kind === 'text' && !one.array && one.size <= 36 && one.format === 'plain',
  );
  const name = quoted(`search/${table.databaseId}/${table.id}/${key}/$whole/${pageWordsVersion}`);
  return {
    key,
    /** The full-text table; the rowid of an entry is the row's `_sequence`. */
    name,
    /** Its SQL. It holds no text, only where each word occurs. */
    sql: `CREATE VIRTUAL TABLE ${name} USING fts5(words, marks, pairs, content='', tokenize='ascii')`,
    /** Columns whose value an entry holds beside the words: ids and other short texts. */
    marked: marked.map(({ key }) => key),
  };
}

/** The word that stands for a value of a marked column. No folded text holds it. */
export function markOf(key: string, value: string): string {
  return `\uE000${Buffer.from(`${key}=${value}`).toString('hex')}`;
}

/** Bytes of words that FTS5 gathers before it writes them: while a table is filled, and its own default. */
const gathered = { filling: 32 << 20, usual: 1 << 20 };

/** Fills a table's full-text table that was made just now. */
export function fillWholeWords(table: OpenTable): void {
  const { database } = table;
  const name = wholeWords(table)?.name;
  if (!name) return;
  // What is written in one part leaves no room behind where its parts were.
  const gather = (bytes: number) =>
    database.exec(`INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${bytes})`);
  gather(gathered.filling);
  const rows = database.prepare(`SELECT * FROM ${tableName(table)}`).iterate();
  for (const row of rows) enterWholeWords(table, asWritten(table, row), 'add');
  // All at once its parts are made one: a fifth smaller, and sooner asked.
  database.exec(`INSERT INTO ${name} (${name}) VALUES ('optimize')`);
  gather(gathered.usual);
}

/**
 * Enters a row, or takes it out by all that its entry holds, as FTS5 wants it: a table that finds that by itself writes rowids too
 * large for Node's `run`.
 */
export function enterWholeWords(table: OpenTable, row: StoredRow, what: 'add' | 'delete'): void {
  const words = wholeWords(table);
  if (!words) return;
  const { key, name, marked } = words;
  const marks = marked.filter((one) => row[one] !== null).map((one) => markOf(one, String(row[one])));
  const text = String(row[key] ?? '');
  const entry = [Number(row._sequence), text, marks.join(' '), wordPairs(text)];
  const sql = `INSERT INTO ${name} (${name}, rowid, words, marks, pairs) VALUES (?, ?, ?, ?, ?)`;
  statement(table.database, sql).run(what === 'add' ? null : what, ...entry);
}

/**
 * The words that stand on most pages are short in every language. Where two of them stand side by side is kept as one word: to find it,
 * a million pages with both need not be read.
 */
const longestPaired = 3;

/** Between the words of a pair, and in place of what parts pairs. No folded text holds them. */
const [joint, gap] = ['\uE001', '\uE002'];

/** The pairs of a folded text, in its order. */
function wordPairs(text: string): string {
  const pairs: string[] = [];
  let before = '';
  for (const word of text.split(' ')) {
    const short = word.length <= longestPaired ? word : '';
    if (before !== '' && short !== '') pairs.push(before + joint + short);
    else if (pairs.length > 0 && pairs.at(-1) !== gap) pairs.push(gap);
    before = short;
  }
  return pairs.join(' ');
}

/** The pairs that stand for words side by side; undefined where one of them is long. */
export function pairsOf(words: readonly string[]): string | undefined {
  return words.length > 1 && words.every((word) => word.length <= longestPaired)
    ? wordPairs(words.join(' '))
    : undefined;
}
