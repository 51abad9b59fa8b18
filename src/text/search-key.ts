import { latinSkeleton } from './latin-spelling.ts';
import { modernSpelling } from './quran-spelling.ts';
import { foldText, foldWords, isWrittenInOne, joinWords, originalWords, splitWords } from './words.ts';

/**
 * Control characters around the parts of a search key, so that a needle with a separator matches only in its part of the key. Keys never
 * contain U+0004 to U+0008, which an index can use.
 */
export const separators = { section: '\u0001', word: '\u0002', skeleton: '\u0003' } as const;

/**
 * Returns the text for a plain `contains`: lower case, with U+FFFD for lone surrogates, NUL, and the control characters of keys and
 * indexes.
 */
export function plainText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the separators, those an index adds, and NUL.
      .replace(/[\u0000-\u0008\p{Surrogate}]/gu, '\uFFFD')
      .toLowerCase()
      .replaceAll('ς', 'σ')
  );
}

interface JoinedWord {
  text: string;
  /** Total length of the words before joining; more than `text.length` if joining drops a hamza: ما شاء, ماشا. */
  separateLength: number;
}

/** Lists the words of a folded text, with hyphenated words and words also written as one joined: self-control, عبد الله. */
export function joinedWords(folded: string): JoinedWord[] {
  const words = splitWords(folded.replaceAll('-', ''));
  const joined: JoinedWord[] = [];
  for (const [index, word] of words.entries()) {
    const before = isWrittenInOne(words[index - 1] ?? '', word) ? joined.pop() : undefined;
    joined.push({
      text: before ? joinWords(before.text, word) : word,
      separateLength: (before?.separateLength ?? 0) + word.length,
    });
  }
  return joined;
}

function section(separator: string, words: readonly string[]): string {
  return words.length > 0 ? `${separator}${words.join(separator)}${separator}` : '';
}

/** Folds each word of a title, the Qur'an's words in modern spelling; undefined if the title has no such words. */
export function modernWords(text: string): { start: number; end: number; folded: string[] }[] | undefined {
  if (modernSpelling(text) === undefined) return undefined;
  return originalWords(text).map(({ start, end, folded }) => {
    const modern = modernSpelling(text.slice(start, end));
    return { start, end, folded: modern === undefined ? folded : foldWords(modern) };
  });
}

/**
 * Builds the search key of a text: plain text, folded words, joined words, Latin skeletons, and all words in modern spelling if any is the
 * Qur'an's. Search conditions test which needles the key contains.
 */
export function searchKey(text: string): string {
  const folded = foldText(text);
  const words = splitWords(folded);
  const joined = joinedWords(folded).map(({ text }) => text);
  const skeletons = words.map(latinSkeleton).filter((word) => word !== undefined);
  const modern = modernWords(text)?.flatMap((word) => word.folded);
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

/** Folds a title for a plain `contains`. A title with the Qur'an's spelling is folded twice, the second time in modern spelling. */
export function foldTitle(title: string): string {
  const modern = modernWords(title)?.flatMap((word) => word.folded);
  return modern ? `${foldText(title)} ${modern.join(' ')}` : foldText(title);
}
