import { spellings } from './page-words.ts';
import type { TextNeed } from './text-query.ts';
import { type TextRange, wordRanges } from './word-ranges.ts';

/** A stretch of a text that meets one of the needs. */
export interface NeedMatch extends TextRange {
  need: number;
}

/** How words are spelled, remembered for texts that are looked through together. */
export type KnownSpellings = Map<string, readonly string[]>;

/** Where a text meets what was asked for, in order of its words; stretches may overlap. */
export function needMatches(
  text: string,
  words: readonly TextRange[],
  needs: readonly TextNeed[],
  known: KnownSpellings = new Map(),
) {
  const spelled = words.map(({ start, end }) => {
    const word = text.slice(start, end);
    const kept = known.get(word) ?? spellings(word);
    known.set(word, kept);
    return kept;
  });
  const ways = spelled.some(({ length }) => length > 1) ? [0, 1] : [0];
  const lengths = needs.map(({ values }) =>
    Math.max(...values.map((value) => value.trim().split(' ').length)),
  );
  return words.flatMap(({ start }, at) =>
    needs.flatMap(({ values }, need): NeedMatch[] => {
      for (const way of ways) {
        let stretch = '';
        // As few words as make one of the values: a word is also written in two, and two in one.
        for (let last = at; last < words.length && last < at + (lengths[need] ?? 0); last++) {
          stretch = `${stretch}${spelled[last]?.[way] ?? spelled[last]?.[0]}`.replace(/ +/g, ' ');
          if (values.some((value) => stretch.startsWith(value)))
            return [{ start, end: words[last]?.end ?? start, need }];
          if (!values.some((value) => value.startsWith(stretch))) break;
        }
      }
      return [];
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
  const matches = needMatches(text, wordRanges(text), needs);
  return withoutOverlaps(matches.map(({ start, end }) => ({ start, end })));
}
