import { readdirSync } from 'node:fs';
import { createPdfProcess } from '../src/reader/pdf-process.ts';
import { compilePageQuery } from '../src/text/page-query.ts';
import { findVerses } from '../src/text/verses/find-verses.ts';
import {
  type Library,
  measureQueries,
  measureSizes,
  openLibrary,
  ROUNDS,
  type TimedQuery,
} from './harness/backend.ts';
import { figures, writeSection } from './harness/report.ts';

const PAGES_OF_LESSON = 10;
/** Milliseconds allowed at the 95th percentile in a library of so many pages. */
const maxMs = (count: number): number => (count <= 100_000 ? 20 : 100);

/** Letters of made-up words, half of them Arabic. */
const alphabets = ['ابتجحدرسشصطعفقكلمنهوي', 'abcdefghilmnoprstuw'];
/** Number of different words; few are common, most are rare (Zipf's law). */
const vocabulary = 60_000;
const wordsOfPage = 260;

/** A word that half of all pages contain. */
const halfWord = 'نصف';

/** Verses 112:1 to 4, which one page in 500 quotes. */
const verses = 'قل هو الله احد الله الصمد لم يلد ولم يولد ولم يكن له كفوا احد';
const PAGES_PER_QUOTATION = 500;

/** Random numbers with a fixed seed: xorshift. */
function createNumbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Returns a made-up word by its rank: common ones are short. */
function word(rank: number, script: number): string {
  const letters = alphabets[script] ?? '';
  const numbers = createNumbers((rank + 1) * 2_654_435_761 + script);
  const length = 2 + Math.floor(Math.log2(rank + 2) / 3) + Math.floor(numbers() * 3);
  return Array.from({ length }, () => letters[Math.floor(numbers() * letters.length)]).join('');
}

const words = [0, 1].map((script) => Array.from({ length: vocabulary }, (_, rank) => word(rank, script)));

/** Returns the text of page `index`, with word frequencies of natural texts. */
function pageText(index: number): string {
  const numbers = createNumbers(index * 7919 + 13);
  const list = words[index % 3 === 2 ? 1 : 0] ?? [];
  const randomWords = Array.from(
    { length: wordsOfPage },
    () => list[Math.floor(vocabulary ** numbers()) - 1] ?? '',
  );
  if (index % 2 === 0) randomWords[index % wordsOfPage] = halfWord;
  if (index % PAGES_PER_QUOTATION === 0) randomWords[wordsOfPage / 2] = verses;
  return randomWords.join(' ');
}

const searches: [label: string, search: string][] = [
  ['a word on half of all pages', halfWord],
  ['a common word', word(20, 0)],
  ['a word on few pages', word(30_000, 0)],
  ['a word on no page', 'زقزقوقات'],
  ['three words', `${word(3, 0)} ${word(40, 0)} ${word(200, 0)}`],
  ['a phrase', `"${word(0, 0)} ${word(1, 0)}"`],
  ['a common phrase on no page', `"${word(1, 0)} ${word(1, 0)} ${word(1, 0)} ${word(1, 0)}"`],
  ['an English word', word(50, 1)],
  ['a verse by its number', '112:1'],
  ['a verse by its words', 'قُلْ هُوَ اللَّهُ أَحَدٌ'],
];

/** Writes the pages as the library does, ten lessons at once. */
async function fill({ backend: { words } }: Library, count: number): Promise<void> {
  const id = (letter: string, number: number) => letter + String(number).padStart(19, '0');
  const lessonOf = (first: number) => ({
    lesson: id('l', first),
    category: id('c', (first / PAGES_OF_LESSON) % 10),
    record: '{}',
    pages: Array.from({ length: Math.min(PAGES_OF_LESSON, count - first) }, (_, at) => ({
      page: at + 1,
      label: 'words' as const,
      text: pageText(first + at),
    })),
  });
  const lessons = [];
  for (let first = 0; first < count; first += PAGES_OF_LESSON) {
    lessons.push(lessonOf(first));
    if (lessons.length === 10 || first + PAGES_OF_LESSON >= count) await words?.replace(lessons.splice(0));
  }
}

/** Returns the queries of a search: the first 60 hits, and their total. */
function queriesOf(label: string, search: string, count: number): TimedQuery[] {
  const phrases = findVerses(search)?.terms ?? compilePageQuery(search);
  const queries = [
    { method: 'select', values: ['$id', 'lesson', 'page', 'label'] },
    ...phrases.map(({ values }) => ({ method: 'contains', attribute: 'search', values })),
  ];
  const limit = (rows: number) => ({ method: 'limit', values: [rows] });
  return [
    { label: `first 60 hits, ${label}`, queries: [...queries, limit(60)], maxMs: maxMs(count) },
    { label: `total, ${label}`, queries: [...queries, limit(1)], isTotal: true, maxMs: maxMs(count) },
  ];
}

async function measureSize(count: number): Promise<string> {
  const library = await openLibrary();
  await fill(library, count);
  const queries = searches.flatMap(([label, search]) => queriesOf(label, search, count));
  // Removes no lesson, but invalidates the results of earlier requests.
  const figures = await measureQueries(library, 'pages', queries, () =>
    library.backend.words?.remove(['none']),
  );
  await library.backend.close();
  return figures;
}

/** Measures the milliseconds a page takes to be read, over the PDFs of the tests. */
async function measureReading(): Promise<string> {
  const folder = new URL('../tests/reader/arabic-pdfs/', import.meta.url).pathname;
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  const pdfs = createPdfProcess();
  // The first PDF warms up.
  await pdfs.read(folder + files[0]);
  let pages = 0;
  const began = performance.now();
  for (const file of files) {
    const reading = await pdfs.read(folder + file);
    pages += 'pages' in reading ? reading.pages.length : 0;
  }
  const milliseconds = (performance.now() - began) / pages;
  pdfs.close();
  return figures([
    [`ms to read a page, over ${files.length} PDFs of thirty programs`, milliseconds, { max: 6 }],
  ]);
}

/** `npm run bench -- text [--sizes 10000,100000,1000000]`: finding words inside the lessons, and reading them. */
export async function main(args: string[]): Promise<void> {
  const parts = await measureSizes(args, 'pages', measureSize);
  writeSection(
    'text',
    `## Inside the lessons

Milliseconds of one request through the whole API of the embedded backend, on generated pages of 260 words, two of three in Arabic. Few
words are common and most are rare, as in any language. ${ROUNDS} rounds, each after a write, so that nothing is cached.

${parts}

${await measureReading()}`,
  );
}
