import { foldedWords } from './folded-words.ts';
import { wordRanges } from './word-ranges.ts';

/**
 * The words of a text where they stand in it, in order, each with what `foldedWords` makes of it. Together these are the folded words of
 * the whole text. One word can fold to several (﷽) and a word of signs alone to none.
 */
export function originalWords(text: string) {
  return wordRanges(text).map(({ start, end }) => ({
    start,
    end,
    folded: foldedWords(text.slice(start, end)),
  }));
}
