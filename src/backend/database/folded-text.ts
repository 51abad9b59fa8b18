import type { SQLOutputValue } from 'node:sqlite';
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

function derivedWords(text: unknown, label: unknown): string | undefined {
  const isPage = typeof text === 'string' && (label === 'words' || label === 'letters');
  return isPage ? pageWords(text, label) : undefined;
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
