import { fold } from '../collation/fold.ts';
import { wordsOf } from '../collation/folded-words.ts';
import type { TextRange } from '../collation/highlight.ts';
import { type OriginalWord, originalWords } from '../collation/original-words.ts';
import type { TextNeed } from './text-query.ts';

/** A stretch of a text that meets one of the needs. */
export interface NeedMatch extends TextRange {
  need: number;
}

/** Where a text meets what was asked for, in order of its words; stretches may overlap. */
export function needMatches(
  text: string,
  words: readonly Pick<OriginalWord, 'start' | 'end'>[],
  needs: readonly TextNeed[],
): NeedMatch[] {
  const known = new Map<string, string>();
  const folded = words.map(({ start, end }) => {
    const word = text.slice(start, end);
    const kept = known.get(word) ?? ` ${wordsOf(fold(word)).join(' ')} `;
    known.set(word, kept);
    return kept;
  });
  return words.flatMap((word, at) =>
    needs.flatMap(({ words: asked, values }, need): NeedMatch[] => {
      const last = words[at + asked.length - 1];
      const stretch = folded
        .slice(at, at + asked.length)
        .join('')
        .replace(/ +/g, ' ');
      const isMet = last && values.some((value) => stretch.startsWith(value));
      return isMet ? [{ start: word.start, end: last.end, need }] : [];
    }),
  );
}

/** The ranges in order, without those that begin inside another one. */
export function withoutOverlaps(ranges: readonly TextRange[]): TextRange[] {
  const sorted = [...ranges].sort((one, other) => one.start - other.start);
  let end = 0;
  return sorted.filter((range) => {
    const isFree = range.start >= end;
    if (isFree) end = range.end;
    return isFree;
  });
}

/** What of a text was asked for. */
export function textMarks(text: string, needs: readonly TextNeed[]): TextRange[] {
  if (needs.length === 0) return [];
  const matches = needMatches(text, originalWords(text), needs);
  return withoutOverlaps(matches.map(({ start, end }) => ({ start, end })));
}
