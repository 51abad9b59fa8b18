import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { pageWords } from '../page-words.ts';
import suraList from './suras.json' with { type: 'json' };
import { type VerseWord, verseWords } from './verse-words.ts';

const suras = suraList as [arabic: string, english: string, verses: number][];

/** A verse by sura and number, in the numbering of Hafs. */
export interface Verse {
  sura: number;
  verse: number;
}

/** A verse that a text quotes, and the index of its first quoted word among the words of the text. */
interface QuotedVerse extends Verse {
  at: number;
}

/**
 * Minimum words of a quotation. Four must be a whole verse or occur in one verse only; three must occur in one only and have many letters.
 */
const MIN_WORDS = 4;
const MIN_RARE_WORDS = 3;
const MIN_RARE_LETTERS = 11;
/** Maximum number of different passages with the words of a quotation. With more, the quotation identifies none of them. */
const MAX_VERSES = 3;
/** Minimum quoted words of a verse that is only partly quoted, at the beginning or end of a quotation. */
const MIN_EDGE_WORDS = 3;

/** Phrases of the Qur'an in everyday use, which do not count as quotations. */
const formulas = new Set(
  [
    'بسم الله الرحمن الرحيم',
    'الحمد لله رب العالمين',
    'والحمد لله رب العالمين',
    'لا إله إلا الله',
    'أن لا إله إلا',
    'أن لا إله إلا الله',
    'لا إله إلا أنت',
    'على كل شيء قدير',
    'من الشيطان الرجيم',
    'محمدا رسول الله',
    'كان يؤمن بالله واليوم الآخر',
    'من كان يؤمن بالله واليوم الآخر',
  ].map((text) => keyOf(verseWords(text))),
);

interface Table {
  /** Hashes of all words in order; -1 before each sura. */
  words: Int32Array;
  /** Index of each word's verse. */
  verses: Int32Array;
  /** First word of each verse, and its number of words. */
  starts: Int32Array;
  lengths: Uint8Array;
  /** First verse with the same words. */
  firstEqual: Int32Array;
  /** Last position of each word triple by its hash, and the previous position with the same hash. */
  lastPositions: Int32Array;
  previousPositions: Int32Array;
}

const HASH_BITS = 17;
let cachedTable: Table | undefined;

/** The file of hashes, next to this source or in `dist/verses`. Not imported, because Node keeps the text of modules in memory. */
const hashesFile = new URL(
  import.meta.url.endsWith('.ts') ? './hashes.json' : '../verses/hashes.json',
  import.meta.url,
);

const unpack = (base64: string) => inflateRawSync(Buffer.from(base64, 'base64'));

function loadTable(): Table {
  cachedTable ??= readTable();
  return cachedTable;
}

function readTable(): Table {
  const hashes: { words: string; lengths: string } = JSON.parse(readFileSync(hashesFile, 'utf8'));
  const [bytes, lengths] = [unpack(hashes.words), new Uint8Array(unpack(hashes.lengths))];
  const size = bytes.length / 3 + suras.length;
  const [words, verses] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1)];
  const [starts, firstEqual] = [new Int32Array(lengths.length), new Int32Array(lengths.length)];
  const verseByWords = new Map<string, number>();
  let [at, from, verse] = [0, 0, 0];
  for (const [, , count] of suras) {
    at++;
    for (const last = verse + count; verse < last; verse++) {
      const length = lengths[verse] ?? 0;
      starts[verse] = at;
      for (let word = 0; word < length; word++, at++, from += 3) {
        words[at] = bytes.readUIntBE(from, 3);
        verses[at] = verse;
      }
      const key = words.subarray(at - length, at).join();
      firstEqual[verse] = verseByWords.get(key) ?? verse;
      if (!verseByWords.has(key)) verseByWords.set(key, verse);
    }
  }
  const lastPositions = new Int32Array(1 << HASH_BITS).fill(-1);
  const previousPositions = new Int32Array(size).fill(-1);
  for (let position = 0; position + 2 < size; position++) {
    const slot = slotOf(words[position] ?? 0, words[position + 1] ?? 0, words[position + 2] ?? 0);
    previousPositions[position] = lastPositions[slot] ?? -1;
    lastPositions[slot] = position;
  }
  return { words, verses, starts, lengths, firstEqual, lastPositions, previousPositions };
}

function slotOf(first: number, second: number, third: number): number {
  return Math.imul(Math.imul(first, 31) ^ second, 0x9e3779b1 ^ third) >>> (32 - HASH_BITS);
}

function keyOf(words: readonly VerseWord[]): string {
  return words.map(({ hash }) => hash).join();
}

/** Consecutive words of a text that are consecutive in the Qur'an, from `position` on. */
interface Run {
  first: number;
  position: number;
  length: number;
}

function runsOf(words: readonly VerseWord[], { words: all, lastPositions, previousPositions }: Table): Run[] {
  const runs: Run[] = [];
  const hash = (at: number) => words[at]?.hash ?? -2;
  for (let first = 0; first + 2 < words.length; first++) {
    const [hash1, hash2, hash3] = [hash(first), hash(first + 1), hash(first + 2)];
    for (
      let position = lastPositions[slotOf(hash1, hash2, hash3)] ?? -1;
      position >= 0;
      position = previousPositions[position] ?? -1
    ) {
      if (all[position] !== hash1 || all[position + 1] !== hash2 || all[position + 2] !== hash3) continue;
      // Already part of the run that begins one word earlier.
      if (first > 0 && all[position - 1] === hash(first - 1)) continue;
      let length = 3;
      while (all[position + length] === hash(first + length)) length++;
      runs.push({ first, position, length });
    }
  }
  return runs;
}

/** Finds the verses that a text quotes, each once, in order. Of verses with the same words, the first one counts. */
export function quotedVerses(text: string): Verse[] {
  const words = verseWords(text);
  if (words.length < MIN_RARE_WORDS) return [];
  const table = loadTable();
  const runsByRange = new Map<string, Run[]>();
  for (const run of runsOf(words, table)) {
    const key = `${run.first} ${run.length}`;
    runsByRange.set(key, [...(runsByRange.get(key) ?? []), run]);
  }
  const takenWords = new Uint8Array(words.length);
  const quotations: QuotedVerse[] = [];
  // The longest quotation wins; shorter ones inside it are coincidences.
  for (const runs of [...runsByRange.values()].sort((a, b) => lengthOf(b) - lengthOf(a))) {
    const { first = 0, length = 0 } = runs[0] ?? {};
    const firstFree = takenWords.subarray(first, first + length).indexOf(0);
    if (firstFree < 0) continue;
    takenWords.fill(1, first, first + length);
    quotations.push(...versesOf(runs, words, table));
  }
  const names = new Set<string>();
  return quotations
    .sort((a, b) => a.at - b.at)
    .flatMap(({ sura, verse }) => {
      const key = `${sura}:${verse}`;
      if (names.has(key)) return [];
      names.add(key);
      return [{ sura, verse }];
    });
}

const lengthOf = ([run]: readonly Run[]) => run?.length ?? 0;

/**
 * Returns the verses that contain all words of a text consecutively; empty for fewer than three words. Of equal verses, returns the first.
 */
export function versesContaining(text: string): Verse[] {
  const words = verseWords(text);
  const table = loadTable();
  const { verses, firstEqual } = table;
  const fullRuns = runsOf(words, table).filter(({ first, length }) => first === 0 && length === words.length);
  const indexes = fullRuns.flatMap(({ position, length }) => {
    const index = verses[position] ?? -1;
    return index >= 0 && verses[position + length - 1] === index ? [firstEqual[index] ?? index] : [];
  });
  return [...new Set(indexes)].sort((a, b) => a - b).map(verseAtIndex);
}

/** Returns the verses that consecutive words quote; empty if the words are too common or too few. */
function versesOf(runs: readonly Run[], words: readonly VerseWord[], table: Table): QuotedVerse[] {
  const candidates = new Map<string, QuotedVerse[]>();
  let isWhole = false;
  for (const run of runs) {
    const parts = partsOf(run, table);
    const key = parts.map(({ sura, verse }) => `${sura}:${verse}`).join();
    if (parts.length === 0) continue;
    const coversWhole = parts.some((part) => part.isWhole);
    if (coversWhole && !isWhole) candidates.clear();
    if (coversWhole || !isWhole) candidates.set(key, parts);
    isWhole ||= coversWhole;
  }
  const [first] = runs;
  if (!first || candidates.size === 0) return [];
  const quotedWords = words.slice(first.first, first.first + first.length);
  if (formulas.has(keyOf(quotedWords))) return [];
  if (candidates.size > MAX_VERSES) return [];
  const letters = quotedWords.reduce((sum, word) => sum + word.letters, 0);
  if (candidates.size > 1 && !isWhole && first.length <= MIN_WORDS) return [];
  if (first.length < MIN_WORDS && (candidates.size > 1 || letters < MIN_RARE_LETTERS)) return [];
  return [...candidates.values()].flat();
}

function partsOf({ first, position, length }: Run, table: Table) {
  const parts: (QuotedVerse & { isWhole: boolean })[] = [];
  for (let at = position; at < position + length; ) {
    const verse = table.verses[at] ?? -1;
    if (verse < 0) break;
    const [start, verseLength] = [table.starts[verse] ?? 0, table.lengths[verse] ?? 0];
    const end = Math.min(position + length, start + verseLength);
    const count = end - at;
    const isWhole = count === verseLength;
    if (isWhole || count >= MIN_EDGE_WORDS)
      parts.push({
        ...verseAtIndex(table.firstEqual[verse] ?? verse),
        at: first + at - position,
        isWhole,
      });
    at = end;
  }
  return parts;
}

/** Number of verses before each sura, by index. */
const offsets: number[] = [0];
for (const [, , count] of suras) offsets.push((offsets.at(-1) ?? 0) + count);

function verseAtIndex(index: number): Verse {
  const sura = offsets.findLastIndex((offset) => offset <= index);
  return { sura: sura + 1, verse: index - (offsets[sura] ?? 0) + 1 };
}

/** Returns the hashes of a verse's words; undefined if there is no such verse. */
export function hashesOf({ sura, verse }: Verse): number[] | undefined {
  const count = suras[sura - 1]?.[2] ?? 0;
  if (verse < 1 || verse > count) return undefined;
  const table = loadTable();
  const index = (offsets[sura - 1] ?? 0) + verse - 1;
  const start = table.starts[index] ?? 0;
  return [...table.words.subarray(start, start + (table.lengths[index] ?? 0))];
}

/** Returns the first verse with the same words. A page that quotes any of these verses contains only the term of the first one. */
export function findFirstSame({ sura, verse }: Verse): Verse {
  const index = (offsets[sura - 1] ?? 0) + verse - 1;
  return verseAtIndex(loadTable().firstEqual[index] ?? index);
}

/** Returns the names of a sura in both languages. */
export function suraNames(sura: number): [arabic: string, english: string] {
  const [arabic, english] = suras[sura - 1] ?? ['', ''];
  return [arabic, english];
}

/** Builds the text that page searches match: its words, and a term for each quoted verse if the page is labeled `words`. */
export function searchedText(text: string, label: 'words' | 'letters'): string {
  const words = pageWords(text, label);
  const verses = label === 'words' ? quotedVerses(text).map(verseTerm) : [];
  return verses.length > 0 ? `${words}${verses.join(' ')} ` : words;
}

/** Returns the term of a verse in the folded text of a page: a word that no text contains. */
export function verseTerm({ sura, verse }: Verse): string {
  return `quran${sura}v${verse}`;
}
