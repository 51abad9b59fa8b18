import { mostCountedPages } from '#contract/most-counted-pages.ts';
import { markOf, wholeWords } from '../database/whole-words.ts';
import type { TableSchema } from '../schema.ts';
import type { Source } from './lookup.ts';
import type { Term } from './term.ts';

/** The query of terms that the full-text table answers alone: words, and values that its entries hold. */
export function wholeWordsSource(table: TableSchema, terms: readonly Term[]): Source | undefined {
  const words = wholeWords(table);
  if (!words) return undefined;
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const term of terms) {
    if (term.kind === 'words') wanted.push(term.match);
    else if (term.kind === 'test' && words.marked.includes(term.attribute)) {
      const marks = term.values.map((value) => `"${markOf(term.attribute, String(value))}"`);
      const match = `marks : (${marks.join(' OR ')})`;
      if (term.method === 'equal') wanted.push(match);
      else if (term.method === 'notEqual') unwanted.push(match);
      else return undefined;
    } else return undefined;
  }
  if (!terms.some(({ kind }) => kind === 'words')) return undefined;
  const without = unwanted.map((match) => ` NOT (${match})`).join('');
  return {
    from: words.name,
    match: `(${wanted.map((match) => `(${match})`).join(' AND ')})${without}`,
    column: '_sequence',
    // Where words stand side by side is looked up hit by hit.
    mostCounted: mostCountedPages,
  };
}
