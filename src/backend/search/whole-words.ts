import { mostCountedPages } from '#contract/most-counted-pages.ts';
import { markOf, type WholeWords, wholeWords } from '../database/whole-words.ts';
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
    else if (isMarked(term, words, 'equal')) wanted.push(marksMatch(term));
    else if (isMarked(term, words, 'notEqual')) unwanted.push(marksMatch(term));
    else return undefined;
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

type Test = Term & { kind: 'test' };

function isMarked(term: Term, { marked }: WholeWords, method: 'equal' | 'notEqual'): term is Test {
  return term.kind === 'test' && term.method === method && marked.includes(term.attribute);
}

function marksMatch({ attribute, values }: Test): string {
  return `marks : (${values.map((value) => `"${markOf(attribute, String(value))}"`).join(' OR ')})`;
}
