import { fold } from '../fold.ts';
import { modernSpelling } from '../quran-spelling.ts';
import { splitWords, type TextRange, wordRanges } from '../words.ts';

/** Letters of folded words that differ between the Qur'an's spelling and modern spelling: alef and a separate hamza. */
const unstableLetters = /[اء]+/g;
const vocative = /^[وف]?يا$/;
const arabic = /[ء-ي]/;

/** A word of a text, hashed by its stable letters; `يا` belongs to the next word, as in the Qur'an. */
export interface VerseWord {
  hash: number;
  /** Number of stable letters. */
  letters: number;
}

/**
 * Hashes the Arabic words of a text by the letters that are equal in the Qur'an's and in modern spelling, with and without vowels. Skips
 * words in other scripts.
 */
export function verseWords(text: string): VerseWord[] {
  return arabic.test(text) ? wordsOf([text]).map(([word]) => word) : [];
}

/** Hashes the words of a text like `verseWords`, each with its range. */
function locateVerseWords(text: string): (VerseWord & TextRange)[] {
  const ranges = wordRanges(text);
  return wordsOf(ranges.map(({ start, end }) => text.slice(start, end))).map(([word, first, last]) => ({
    ...word,
    start: ranges[first]?.start ?? 0,
    end: ranges[last]?.end ?? 0,
  }));
}

/** Hashes the Arabic words of consecutive texts, each with the indexes of its first and last text. */
function wordsOf(texts: readonly string[]): [word: VerseWord, first: number, last: number][] {
  const words: [VerseWord, number, number][] = [];
  let [vocativeLetters, first] = ['', 0];
  for (const [at, text] of texts.entries())
    for (const word of splitWords(fold(modernSpelling(text) ?? text))) {
      if (!arabic.test(word)) continue;
      if (vocativeLetters === '') first = at;
      const letters = vocativeLetters + stableLetters(word);
      const isVocative = vocative.test(word);
      vocativeLetters = isVocative ? letters : '';
      if (!isVocative) words.push([{ hash: hashOf(letters), letters: letters.length }, first, at]);
    }
  return words;
}

/** Returns the stable letters of a folded word, or all letters if none is stable. A final ه counts as ت. */
function stableLetters(word: string): string {
  const stable = word.replace(unstableLetters, '') || word;
  return stable.endsWith('ه') ? `${stable.slice(0, -1)}ت` : stable;
}

/** Hashes a text with FNV-1a, folded to 24 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash >>> 24) ^ hash) & 0xffffff;
}

/** Returns the ranges of at least three consecutive words that are consecutive in a verse too, or of a whole shorter verse. */
export function verseRanges(text: string, verse: readonly number[]): TextRange[] {
  const words = locateVerseWords(text);
  const triples = new Set(verse.slice(2).map((_, at) => verse.slice(at, at + 3).join()));
  const ranges: TextRange[] = [];
  for (let first = 0; first < words.length; first++) {
    const length = Math.min(3, verse.length);
    const isPart = (at: number) => {
      const triple = words.slice(at, at + length).map(({ hash }) => hash);
      return length === 3 ? triples.has(triple.join()) : triple.join() === verse.join();
    };
    if (!isPart(first)) continue;
    let last = first + length - 1;
    while (length === 3 && isPart(last - 1)) last++;
    ranges.push({ start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 });
    first = last;
  }
  return ranges;
}
