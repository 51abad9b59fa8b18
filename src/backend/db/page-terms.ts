import type { SQLOutputValue } from 'node:sqlite';
import { pageWordsVersion } from '#text/page-words.ts';
import type { TableSchema } from '../schema.ts';
import { quoted } from './sqlite.ts';

const LONGTEXT_SIZE = 16_777_215;

/** The key of a table's long text that its writer has folded: the column `search`, of the type `longtext`. */
export function foldedColumn(table: TableSchema): string | undefined {
  const column = table.columns.get('search');
  return column?.kind === 'text' && !column.array && column.size >= LONGTEXT_SIZE ? column.key : undefined;
}

/**
 * Long texts that their writer has folded, with a space at both ends, are found by whole words, the beginnings of words and
 * phrases: the column `search` of a table, of the type `longtext`. No other long text is searched by an index.
 */
export function pageIndex(table: TableSchema) {
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

/** The columns of a page's index entry. */
export function pageEntry(
  { key, marked }: NonNullable<ReturnType<typeof pageIndex>>,
  row: Readonly<Record<string, SQLOutputValue>>,
): [words: string, marks: string, pairs: string] {
  const marks = marked.filter((one) => row[one] !== null).map((one) => markOf(one, String(row[one])));
  const text = String(row[key] ?? '');
  return [text, marks.join(' '), wordPairs(text)];
}
