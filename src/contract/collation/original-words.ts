import { apostrophes } from './apostrophes.ts';
import { foldedWords } from './folded-words.ts';

/** A word as it stands in a text (UTF-16 offsets, `end` after the last) and what `foldedWords` makes of it. */
export interface OriginalWord {
  readonly start: number;
  readonly end: number;
  readonly folded: readonly string[];
}

const inWord = new RegExp(`[\\p{L}\\p{N}\\p{M}\\p{Cf}${apostrophes}\uFD40-\uFD4F\uFDCF\uFDFD-\uFDFF]`, 'u');

/** Whether `fold` takes the character into a word: also signs such as ™, which NFKD spells with letters. */
function belongsToWord(character: string): boolean {
  return inWord.test(character) || /[\p{L}\p{N}]/u.test(character.normalize('NFKD'));
}

/**
 * The words of a text where they stand in it, in order. Together their folded words are the folded words of the
 * whole text. One word can fold to several (﷽) and a word of signs alone to none.
 */
export function originalWords(text: string): OriginalWord[] {
  const words: OriginalWord[] = [];
  let start = 0;
  let end = 0;
  const close = () => {
    if (end > start) words.push({ start, end, folded: foldedWords(text.slice(start, end)) });
  };
  for (const character of text) {
    if (belongsToWord(character)) {
      end += character.length;
    } else {
      close();
      start = end += character.length;
    }
  }
  close();
  return words;
}
