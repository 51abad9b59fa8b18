import { fold } from '../fold.ts';
import { modernSpelling } from '../quran-spelling.ts';
import { splitWords, type TextRange, wordRanges } from '../words.ts';

/** Letters that the Qur'an's spelling and today's write differently: alef, and hamza on any seat. */
const unsteady = /[اءأإآؤئ]+/g;
const vocative = /^[وف]?يا$/;
const arabic = /[ء-ي]/;

/** A word of a text by the hash of its steady letters; `يا` is a part of the next one, as the Qur'an writes it. */
export interface VerseWord {
  hash: number;
  /** Number of steady letters. */
  letters: number;
}

/** Hashes the words of an Arabic text alike in the Qur'an's spelling and in today's, with and without vowels. Skips all others. */
export function verseWords(text: string): VerseWord[] {
  return arabic.test(text) ? wordsOf([text]).map(([word]) => word) : [];
}

/** The same words, each with its range in the text. */
function placedVerseWords(text: string): (VerseWord & TextRange)[] {
  const ranges = wordRanges(text);
  return wordsOf(ranges.map(({ start, end }) => text.slice(start, end))).map(([word, first, last]) => ({
    ...word,
    start: ranges[first]?.start ?? 0,
    end: ranges[last]?.end ?? 0,
  }));
}

/** Words of texts that follow each other, each with the numbers of the texts it is from. */
function wordsOf(texts: readonly string[]): [word: VerseWord, first: number, last: number][] {
  const words: [VerseWord, number, number][] = [];
  let [before, first] = ['', 0];
  for (const [at, text] of texts.entries())
    for (const word of splitWords(fold(modernSpelling(text) ?? text))) {
      if (!arabic.test(word)) continue;
      if (before === '') first = at;
      const letters = before + bare(word);
      const isVocative = vocative.test(word);
      before = isVocative ? letters : '';
      if (!isVocative) words.push([{ hash: hashOf(letters), letters: letters.length }, first, at]);
    }
  return words;
}

/** The steady letters of a folded word. A word that has none keeps its own. */
function bare(word: string): string {
  const steady = word.replace(unsteady, '') || word;
  return steady.endsWith('ه') ? `${steady.slice(0, -1)}ت` : steady;
}

/** FNV-1a, folded to 24 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash >>> 24) ^ hash) & 0xffffff;
}

/** The words side by side of a text that a verse has side by side too. */
export function verseRanges(text: string, verse: readonly number[]): TextRange[] {
  const words = placedVerseWords(text);
  const triples = new Set(verse.slice(2).map((_, at) => verse.slice(at, at + 3).join()));
  const ranges: TextRange[] = [];
  for (let first = 0; first < words.length; first++) {
    const length = Math.min(3, verse.length);
    const isPart = (at: number) => {
      const three = words.slice(at, at + length).map(({ hash }) => hash);
      return length === 3 ? triples.has(three.join()) : three.join() === verse.join();
    };
    if (!isPart(first)) continue;
    let last = first + length - 1;
    while (length === 3 && isPart(last - 1)) last++;
    ranges.push({ start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 });
    first = last;
  }
  return ranges;
}
