import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { createPdfProcess } from '../src/reader/pdf-process.ts';
import { compilePageQuery } from '../src/text/page-query.ts';
import { pageWords } from '../src/text/page-words.ts';
import { findVerses } from '../src/text/verses/find-verses.ts';
import { type BenchBackend, formatMs, openBenchBackend, parseSizes } from './harness/backend.ts';
import { median, quantile, table, verdict, writeSection } from './harness/report.ts';
import { halfWord, pageText, word } from './text/generated-pages.ts';

const ROUNDS = 31;
const MAX_SIZE = 2.5;
const PAGES_OF_LESSON = 10;
const LESSONS_AT_ONCE = 10;
/** Milliseconds allowed at the 95th percentile in a library of so many pages. */
const maxMs = (count: number): number => (count <= 100_000 ? 20 : 100);

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

/** Writes the pages as the library does. */
async function fill({ backend: { words } }: BenchBackend, count: number): Promise<void> {
  const id = (letter: string, number: number) => letter + String(number).padStart(19, '0');
  const lessons = Math.ceil(count / PAGES_OF_LESSON);
  const lessonAt = (number: number) => ({
    lesson: id('l', number),
    category: id('c', number % 10),
    head: '{}',
    pages: Array.from({ length: Math.min(PAGES_OF_LESSON, count - number * PAGES_OF_LESSON) }, (_, at) => ({
      page: at + 1,
      label: 'words' as const,
      text: pageText(number * PAGES_OF_LESSON + at),
    })),
  });
  for (let first = 0; first < lessons; first += LESSONS_AT_ONCE) {
    const some = Math.min(LESSONS_AT_ONCE, lessons - first);
    await words?.replace(Array.from({ length: some }, (_, at) => lessonAt(first + at)));
  }
}

/** Writes the same pages into plain tables of an FTS5 index; returns the bytes of their texts. */
function fillPlain(plain: DatabaseSync, count: number): number {
  plain.exec(`PRAGMA cache_size = -256000; PRAGMA synchronous = OFF; BEGIN;
    CREATE TABLE pages (page INTEGER PRIMARY KEY, search TEXT);
    CREATE VIRTUAL TABLE words USING fts5(search, content='pages', content_rowid='page')`);
  const row = plain.prepare('INSERT INTO pages VALUES (?, ?)');
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const text = pageText(index);
    bytes += Buffer.byteLength(text);
    row.run(index, pageWords(text, 'words'));
  }
  plain.exec(`INSERT INTO words (words) VALUES ('rebuild'); COMMIT`);
  return bytes;
}

async function measure(library: BenchBackend, plain: DatabaseSync, search: string) {
  const phrases = findVerses(search)?.terms ?? compilePageQuery(search);
  const queries = phrases.map(({ values }) => ({ method: 'contains', attribute: 'search', values }));
  const select = { method: 'select', values: ['$id', 'lesson', 'page', 'label'] };
  const time = (limit: number, counted: boolean): Promise<number> => {
    // A write that invalidates the results of earlier requests.
    library.backend.words?.remove(['none']);
    return library.time([select, ...queries, { method: 'limit', values: [limit] }], { counted });
  };
  const [first, total]: [number[], number[]] = [[], []];
  await time(60, false);
  for (let round = 0; round < ROUNDS; round++) {
    first.push(await time(60, false));
    total.push(await time(1, true));
  }
  const start = performance.now();
  plain
    .prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 60')
    .all(phrases.map(({ words }) => `"${words.join(' ')}"`).join(' AND '));
  return { first, total, fts: performance.now() - start };
}

async function measureSize(count: number): Promise<string> {
  console.log(`writing and measuring ${count.toLocaleString('en')} pages`);
  const library = await openBenchBackend('pages');
  const plain = new DatabaseSync(join(library.dataDir, 'plain.db'));
  try {
    const textBytes = fillPlain(plain, count);
    const start = performance.now();
    await fill(library, count);
    const seconds = (performance.now() - start) / 1000;
    const rows: string[][] = [];
    for (const [label, search] of searches) {
      const { first, total, fts } = await measure(library, plain, search);
      const isMet = Math.max(quantile(first, 0.95), quantile(total, 0.95)) <= maxMs(count);
      const figures = [first, total].flatMap((times) => [median(times), quantile(times, 0.95)]);
      rows.push([label, ...figures.map(formatMs), verdict(isMet), formatMs(fts)]);
    }
    const path = join(library.dataDir, 'words.db');
    const words = new DatabaseSync(path);
    words.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    words.close();
    const share = statSync(path).size / textBytes;
    const boundText = `bound ${maxMs(count)}`;
    return `### ${count.toLocaleString('en')} pages

${table(['search', 'first 60 hits', 'p95', 'total', 'p95', boundText, 'plain FTS5 by rank'], rows)}

Written in ${seconds.toFixed(0)} s; on the disk ${share.toFixed(2)} times the text (bound ${MAX_SIZE}: ${verdict(share <= MAX_SIZE)}).`;
  } finally {
    plain.close();
    await library.close();
  }
}

/** Measures the milliseconds a page takes to be read, over the PDFs of the tests. */
async function measureReading(): Promise<string> {
  const folder = new URL('../tests/reader/arabic-pdfs/', import.meta.url).pathname;
  const { default: files } = await import('../tests/reader/arabic-pdfs/manifest.json', {
    with: { type: 'json' },
  });
  const pdfs = createPdfProcess();
  await pdfs.read(join(folder, files[0]?.file ?? ''));
  let pages = 0;
  const start = performance.now();
  for (const { file } of files) {
    const reading = await pdfs.read(join(folder, file));
    pages += 'pages' in reading ? reading.pages.length : 0;
  }
  const milliseconds = (performance.now() - start) / pages;
  pdfs.close();
  return `Reading takes ${milliseconds.toFixed(1)} ms a page (bound 6: ${verdict(milliseconds <= 6)}), over ${files.length} PDFs of thirty programs.`;
}

/** `npm run bench -- text [--sizes 10000,100000,1000000]`: finding words inside the lessons, and reading them. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { sizes: { type: 'string', default: '10000,100000,1000000' } },
  });
  const parts: string[] = [];
  for (const count of parseSizes(values.sizes)) parts.push(await measureSize(count));
  writeSection(
    'text',
    `## Inside the lessons

Milliseconds of one request through the whole API of the embedded backend, on generated pages of 260 words, two of three in Arabic. Few
words are common and most are rare, as in any language. Each request follows a write, so that nothing is cached. Beside it, FTS5 alone on
the same rows, the best hits first, without spelling rules.

${parts.join('\n\n')}

${await measureReading()}`,
  );
}
