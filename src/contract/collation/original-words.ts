import { foldedWords } from './folded-words.ts';
import { type TextRange, wordRanges } from './word-ranges.ts';

/** A word as it stands in a text and what `foldedWords` makes of it. */
export interface OriginalWord extends TextRange {
  readonly folded: readonly string[];
}

/**
 * The words of a text where they stand in it, in order. Together their folded words are the folded words of the
 * whole text. One word can fold to several (﷽) and a word of signs alone to none.
 */
export function originalWords(text: string): OriginalWord[] {
  return wordRanges(text).map(({ start, end }) => ({
    start,
    end,
    folded: foldedWords(text.slice(start, end)),
  }));
}
