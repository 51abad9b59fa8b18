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
import { writeSection } from './harness/report.ts';

const PAGES_PER_LESSON = 10;
/** Returns the maximum 95th percentile in milliseconds for a library with `count` pages. */
const maxMs = (count: number): number => (count <= 100_000 ? 20 : 100);

/** Letters of the generated words, Arabic and Latin. */
const alphabets = ['ابتجحدرسشصطعفقكلمنهوي', 'abcdefghilmnoprstuw'];
/** Number of words in each script; few are common, most are rare (Zipf's law). */
const VOCABULARY_SIZE = 60_000;
const WORDS_PER_PAGE = 260;

/** A word that every second page contains. */
const frequentWord = 'نصف';

/** Verses 112:1 to 4, which one page in 500 quotes. */
const verses = 'قل هو الله احد الله الصمد لم يلد ولم يولد ولم يكن له كفوا احد';
const PAGES_PER_QUOTATION = 500;

/** Creates a xorshift generator of random numbers with a fixed seed. */
function createRandom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Returns a generated word by its rank; common words are short. */
function word(rank: number, script: number): string {
  const letters = alphabets[script] ?? '';
  const random = createRandom((rank + 1) * 2_654_435_761 + script);
  const length = 2 + Math.floor(Math.log2(rank + 2) / 3) + Math.floor(random() * 3);
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
}

const words = [0, 1].map((script) =>
  Array.from({ length: VOCABULARY_SIZE }, (_, rank) => word(rank, script)),
);

/** Returns the text of page `index`, with the word frequencies of natural text. */
function pageText(index: number): string {
  const random = createRandom(index * 7919 + 13);
  const list = words[index % 3 === 2 ? 1 : 0] ?? [];
  const randomWords = Array.from(
    { length: WORDS_PER_PAGE },
    () => list[Math.floor(VOCABULARY_SIZE ** random()) - 1] ?? '',
  );
  if (index % 2 === 0) randomWords[index % WORDS_PER_PAGE] = frequentWord;
  if (index % PAGES_PER_QUOTATION === 0) randomWords[WORDS_PER_PAGE / 2] = verses;
  return randomWords.join(' ');
}

const searches: [label: string, search: string][] = [
  ['a word on half of all pages', frequentWord],
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

/** Writes the pages as the library does, ten lessons at a time. */
async function fill({ backend: { words } }: Library, count: number): Promise<void> {
  const id = (letter: string, number: number) => letter + String(number).padStart(19, '0');
  const lessonOf = (first: number) => ({
    lesson: id('l', first),
    category: id('c', (first / PAGES_PER_LESSON) % 10),
    record: '{}',
    pages: Array.from({ length: Math.min(PAGES_PER_LESSON, count - first) }, (_, index) => ({
      page: index + 1,
      label: 'words' as const,
      text: pageText(first + index),
    })),
  });
  const lessons = [];
  for (let first = 0; first < count; first += PAGES_PER_LESSON) {
    lessons.push(lessonOf(first));
    if (lessons.length === 10 || first + PAGES_PER_LESSON >= count) await words?.replace(lessons.splice(0));
  }
}

/** Returns the queries of a search: one for the first 60 hits, one for the total. */
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
  const figures = await measureQueries(library, 'pages', queries);
  await library.backend.close();
  return figures;
}

/** Runs `npm run bench -- text [--sizes 10000,100000,1000000]`: measures finding words inside lessons. */
export async function main(args: string[]): Promise<void> {
  const parts = await measureSizes(args, 'pages', measureSize);
  writeSection(
    'text',
    `## Inside the lessons

Milliseconds of one request through the complete API of the embedded backend, on generated pages of 260 words, two of three in Arabic. Few
words are common and most are rare, as in any language. ${ROUNDS} rounds. The API caches no results.

${parts}`,
  );
}
