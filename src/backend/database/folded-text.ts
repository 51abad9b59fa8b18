import type { SQLOutputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { pageWords } from '#contract/text-search/page-words.ts';
import type { TableSchema } from '../schema.ts';
import { foldedColumn } from './names.ts';

type Stored = Readonly<Record<string, SQLOutputValue>>;

/** Placeholder for a folded text that can be made of the row's `text` and `label`: pages take half the space. */
const DERIVED = '\u0001';

/** The folded text of a row, made anew where the placeholder is stored. */
export function foldedText(stored: unknown, text: unknown, label: unknown): string | null {
  if (stored === DERIVED) return derivedWords(text, label) ?? DERIVED;
  return typeof stored === 'string' ? stored : null;
}

/** What was folded last, by its label and text: a row that is written or replaced is asked for its words several times. */
const folded = new LRUCache<string, string>({
  maxSize: 1_000_000,
  sizeCalculation: (words, page) => words.length + page.length + 1,
});

function derivedWords(text: unknown, label: unknown): string | undefined {
  if (typeof text !== 'string' || (label !== 'words' && label !== 'letters')) return undefined;
  const page = `${label} ${text}`;
  const known = folded.get(page);
  if (known !== undefined) return known;
  const words = pageWords(text, label);
  folded.set(page, words);
  return words;
}

/** Milliseconds that others wait while rows are made ready. */
const longest = 3;

/** Folds what rows will be asked for when they are written, and lets others be answered meanwhile: within a write nobody is. */
export async function foldAhead(
  table: TableSchema,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
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
  if (!row || key === undefined || row[key] !== DERIVED) return row;
  return { ...row, [key]: foldedText(DERIVED, row.text, row.label) };
}

/** The folded text of a row as it is stored: as it is, or the placeholder. */
export function storedWords(table: TableSchema, row: Stored): [column: string, value: string | null][] {
  const key = foldedColumn(table);
  if (key === undefined) return [];
  const words = row[key];
  if (typeof words !== 'string') return [[key, null]];
  return [[key, words === derivedWords(row.text, row.label) ? DERIVED : words]];
}
