import type { SQLOutputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ownPageWords, pageWords } from '#text/page-words.ts';
import type { TableSchema } from '../schema.ts';
import { foldedColumn } from './page-terms.ts';

type Stored = Readonly<Record<string, SQLOutputValue>>;

/** The folded text of a row, made anew where the sign for it is stored: pages take half the space. */
export function foldedText(stored: unknown, text: unknown, label: unknown): string | null {
  if (stored === ownPageWords) return derivedWords(text, label) ?? ownPageWords;
  return typeof stored === 'string' ? stored : null;
}

/** What was folded last, by its label and text: a row that is written or replaced is asked for its words several times. */
const folded = new LRUCache<string, string, { text: string; label: 'words' | 'letters' }>({
  maxSize: 1_000_000,
  sizeCalculation: (words, page) => words.length + page.length + 1,
  memoMethod: (_page, _stale, { context: { text, label } }) => pageWords(text, label),
});

function derivedWords(text: unknown, label: unknown): string | undefined {
  if (typeof text !== 'string' || (label !== 'words' && label !== 'letters')) return undefined;
  return folded.memo(`${label} ${text}`, { context: { text, label } });
}

/** Milliseconds that others wait while rows are made ready. */
const longest = 3;

/** Folds what rows will be asked for when they are written, and lets others be answered meanwhile: within a write nobody is. */
export async function foldAhead(table: TableSchema, rows: readonly Readonly<Record<string, unknown>>[]) {
  if (foldedColumn(table) === undefined) return;
  let begun = performance.now();
  for (const { text, label } of rows) {
    derivedWords(text, label);
    if (performance.now() - begun < longest) continue;
    await setImmediate();
    begun = performance.now();
  }
  // The write itself begins in a turn of its own.
  await setImmediate();
}

/** A stored row as its writer gave it. */
export function asWritten<Row extends Stored | undefined>(table: TableSchema, row: Row): Row {
  const key = foldedColumn(table);
  if (!row || key === undefined || row[key] !== ownPageWords) return row;
  return { ...row, [key]: foldedText(ownPageWords, row.text, row.label) };
}

/** The folded text of a row as it is stored: as it is, or the sign for it. */
export function storedWords(table: TableSchema, row: Stored): [column: string, value: string | null][] {
  const key = foldedColumn(table);
  if (key === undefined) return [];
  const words = row[key];
  if (typeof words !== 'string') return [[key, null]];
  const isOwn = words === ownPageWords || words === derivedWords(row.text, row.label);
  return [[key, isOwn ? ownPageWords : words]];
}
