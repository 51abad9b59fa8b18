import type { SQLOutputValue } from 'node:sqlite';
import { pageWords } from '#contract/text-search/page-words.ts';
import type { TableSchema } from '../schema.ts';
import { foldedColumn } from './names.ts';

type Stored = Readonly<Record<string, SQLOutputValue>>;

/** Stands for a folded text that the row's own `text` and `label` tell: with it pages take half of what they would. */
const told = '\u0001';

/** The folded text of a row, of which `stored` is stored. */
export function foldedText(stored: unknown, text: unknown, label: unknown): string | null {
  if (stored === told) return toldBy(text, label) ?? told;
  return typeof stored === 'string' ? stored : null;
}

function toldBy(text: unknown, label: unknown): string | undefined {
  const isPage = typeof text === 'string' && (label === 'words' || label === 'letters');
  return isPage ? pageWords(text, label) : undefined;
}

/** A row as it was written, of one that is stored. */
export function asWritten<Row extends Stored | undefined>(table: TableSchema, row: Row): Row {
  const key = foldedColumn(table);
  if (!row || key === undefined || row[key] !== told) return row;
  return { ...row, [key]: foldedText(told, row.text, row.label) };
}

/** What is stored of the folded text of a row as it is written. */
export function storedWords(table: TableSchema, row: Stored): [column: string, value: string | null][] {
  const key = foldedColumn(table);
  if (key === undefined) return [];
  const words = row[key];
  if (typeof words !== 'string') return [[key, null]];
  return [[key, words === toldBy(row.text, row.label) ? told : words]];
}
