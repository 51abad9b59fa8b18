import { latinSkeleton } from './latin-spelling.ts';
import { modernSpelling } from './quran-spelling.ts';
import { foldedText, foldedWords, isWrittenInOne, originalWords, splitWords } from './words.ts';

/**
 * Control characters that part a search key. A needle that holds one can only be found where it is meant to be:
 * the plain text has ordinary spaces, the folded words have `word` around them, the skeletons have `skeleton`.
 * No key holds U+0004 to U+0008: an index may mark its own additions with them.
 */
export const separators = { section: '\u0001', word: '\u0002', skeleton: '\u0003' } as const;

/** The text as plain `contains` sees it: lower case. Never holds a separator, nor what SQLite cannot store. */
export function plainText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the separators, those an index adds, and NUL.
      .replace(/[\u0000-\u0008\p{Surrogate}]/gu, '\uFFFD')
      .toLowerCase()
      .replaceAll('ς', 'σ')
  );
}

/** The words of a folded text with what is also written in one word joined: al-Fiqh, عبد الله, أبو بكر. */
function joinedWords(folded: string): string[] {
  const words = folded.replaceAll('-', '').split(' ');
  const joined = words.map((word, index) => {
    const isJoined = isWrittenInOne(word, words[index + 1] ?? '');
    return isJoined ? word : `${word} `;
  });
  return joined
    .join('')
    .split(' ')
    .filter((word) => word !== '');
}

function section(separator: string, words: readonly string[]): string {
  return words.length > 0 ? `${separator}${words.join(separator)}${separator}` : '';
}

/** A title in the Qur'an's spelling as it is written today, word by word; undefined if the two do not differ. */
export function modernWords(text: string): { start: number; end: number; folded: string[] }[] | undefined {
  if (modernSpelling(text) === undefined) return undefined;
  return originalWords(text).map(({ start, end, folded }) => {
    const modern = modernSpelling(text.slice(start, end));
    return { start, end, folded: modern === undefined ? folded : foldedWords(modern) };
  });
}

/**
 * The key that is stored beside a text to search it: its plain form, its folded words, those words joined (when that differs), their
 * Latin skeletons, and the words in today's spelling (when the text is in that of the Qur'an). Every condition of a search is "this
 * key contains that needle".
 */
export function searchKey(text: string): string {
  const folded = foldedText(text);
  const words = splitWords(folded);
  const joined = joinedWords(folded);
  const skeletons = words.map(latinSkeleton).filter((word) => word !== undefined);
  const modern = modernWords(text)?.flatMap((one) => one.folded);
  return [
    '',
    plainText(text),
    section(separators.word, words),
    joined.length < words.length ? section(separators.word, joined) : '',
    section(separators.skeleton, skeletons),
    ...(modern ? [section(separators.word, modern)] : []),
    '',
  ].join(separators.section);
}
