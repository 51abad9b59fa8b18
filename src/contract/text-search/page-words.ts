import { fold, foldVersion } from '../collation/fold.ts';
import { wordsOf } from '../collation/folded-words.ts';

/** Another one whenever `pageWords` answers differently. */
export const pageWordsVersion = `${foldVersion}.1`;

/** The letters of a folded text, three by three: its words, whatever parts them, are found side by side. */
export function threes(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`);
}

/**
 * What is searched of a page: its folded words with a space at both ends, so that a word with its spaces is found as a whole. Of a
 * page of which only the letters can be trusted, its letters three by three.
 */
export function pageWords(text: string, label: 'words' | 'letters'): string {
  const words = wordsOf(fold(text));
  return ` ${(label === 'words' ? words : threes(words.join(''))).join(' ')} `;
}
