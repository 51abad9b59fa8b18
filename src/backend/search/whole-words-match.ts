import { wholeWords } from '../database/whole-words.ts';
import { pairsOf } from '../database/word-pairs.ts';
import type { Filter } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';

/**
 * What a `contains` on a folded text asks of its full-text table: a value that begins with a space is a word, or words side by
 * side, and where it does not end with one the last is the beginning of a word. Undefined for any other value.
 */
export function wholeWordsMatch(filter: Filter, table: TableSchema): string | undefined {
  if (filter.kind !== 'test' || !['contains', 'containsAny'].includes(filter.method)) return undefined;
  if (filter.attribute !== wholeWords(table)?.key) return undefined;
  const phrases = filter.values.map((value) => phraseOf(String(value)));
  return phrases.every((phrase) => phrase !== undefined) ? phrases.join(' OR ') : undefined;
}

function phraseOf(value: string): string | undefined {
  if (!/^ [^ ]/.test(value) || /[^\P{ASCII}a-z0-9 ]/u.test(value)) return undefined;
  const words = value.trim().split(/ +/);
  const pairs = value.endsWith(' ') ? pairsOf(words) : undefined;
  if (pairs !== undefined) return `pairs : "${pairs}"`;
  return `words : "${words.join(' ')}"${value.endsWith(' ') ? '' : ' *'}`;
}
