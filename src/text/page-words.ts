import { fold, foldVersion } from './fold.ts';
import { wordsOf } from './folded-words.ts';
import { modernSpelling, voicedWaw } from './modern-spelling.ts';

/** Another one whenever `pageWords` answers differently. */
export const pageWordsVersion = `${foldVersion}.2`;

/** Stands for `pageWords` of a row's own `text` and `label`: the embedded backend keeps it so, and takes it so. */
export const ownPageWords = '\u0001';

/** The letters of a folded text, three by three: its words, whatever parts them, are found side by side. */
export function threes(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`);
}

/**
 * What is searched of a page: its folded words with a space at both ends, so that a word with its spaces is found as a whole. Where it
 * quotes the Qur'an in its spelling, all of them once more in that of today. Of a page of which only the letters can be trusted, its
 * letters three by three.
 */
export function pageWords(text: string, label: 'words' | 'letters'): string {
  if (label === 'words') return spellings(text).join('').replaceAll('  ', ' ');
  return ` ${threes(wordsOf(fold(text)).join('')).join(' ')} `;
}

/** The folded words of a text with a space at both ends, in each of its spellings. */
export function spellings(text: string): string[] {
  const modern = modernSpelling(text);
  const written = modern ? [text.replace(voicedWaw, 'وا'), modern] : [text];
  return written.map((one) => ` ${wordsOf(fold(one)).join(' ')} `);
}
