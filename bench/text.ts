import { join } from 'node:path';
import { createPdfProcess } from '../src/reader/engine/pdf-process.ts';
import { compilePageQuery } from '../src/text/page-query.ts';
import { machine } from './harness/machine.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { median, quantile } from './harness/statistics.ts';
import { halfWord, word } from './text/generated-pages.ts';
import { openPagesLibrary, type PagesLibrary } from './text/pages-library.ts';

const ROUNDS = 31;
const PLAIN_ROUNDS = 1;
const ALLOWED = { size: 2.5 };
/** Milliseconds allowed at the 95th percentile in a library of so many pages. */
const allowedMs = (count: number): number => (count <= 100_000 ? 20 : 100);

const searches: [label: string, search: string][] = [
  ['a word on half of all pages', halfWord],
  ['a common word', word(20, 0)],
  ['a word on few pages', word(30_000, 0)],
  ['a word on no page', 'زقزقوقات'],
  ['three words', `${word(3, 0)} ${word(40, 0)} ${word(200, 0)}`],
  ['a phrase', `"${word(0, 0)} ${word(1, 0)}"`],
  ['a common phrase that stands nowhere', `"${word(1, 0)} ${word(1, 0)} ${word(1, 0)} ${word(1, 0)}"`],
  ['an English word', word(50, 1)],
];

interface Times {
  first: number[];
  total: number[];
  fts: number;
  like: number;
}

async function measure(library: PagesLibrary, search: string): Promise<Times> {
  const needs = compilePageQuery(search);
  const queries = needs.map(({ values }) => ({ method: 'contains', attribute: 'search', values }));
  const select = { method: 'select', values: ['$id', 'lesson', 'page', 'label'] };
  const timed = async (limit: number, counted: boolean): Promise<number> => {
    library.write();
    const begun = performance.now();
    await library.ask([select, ...queries, { method: 'limit', values: [limit] }], counted);
    return performance.now() - begun;
  };
  const [first, total]: [number[], number[]] = [[], []];
  await timed(60, false);
  for (let round = 0; round < ROUNDS; round++) {
    first.push(await timed(60, false));
    total.push(await timed(1, true));
  }
  const plain = (sql: string, ...values: string[]): number => {
    const statement = library.plain.prepare(sql);
    return median(
      Array.from({ length: PLAIN_ROUNDS }, () => {
        const begun = performance.now();
        statement.all(...values);
        return performance.now() - begun;
      }),
    );
  };
  const words = needs.map(({ words: some }) => `"${some.join(' ')}"`).join(' AND ');
  const likes = needs.map(() => 'search LIKE ?').join(' AND ');
  return {
    first,
    total,
    fts: plain('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 60', words),
    like: plain(
      `SELECT page FROM pages WHERE ${likes} LIMIT 60`,
      ...needs.map(({ words: some }) => `% ${some.join(' ')} %`),
    ),
  };
}

const shown = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 1 : 0);
const named = (count: number): string => count.toLocaleString('en');

async function section(counts: readonly number[]): Promise<string> {
  const parts: string[] = [];
  for (const count of counts) {
    console.log(`making and measuring ${named(count)} pages …`);
    const library = await openPagesLibrary(count);
    const rows: (string | number)[][] = [];
    for (const [label, search] of searches) {
      const { first, total, fts, like } = await measure(library, search);
      const [a, b] = [quantile(first, 0.95), quantile(total, 0.95)];
      const kept = Math.max(a, b) <= allowedMs(count);
      rows.push([
        label,
        shown(median(first)),
        shown(a),
        shown(median(total)),
        shown(b),
        verdict(kept),
        shown(fts),
        shown(like),
      ]);
    }
    const share = library.bytes / library.textBytes;
    parts.push(`### ${named(count)} pages

${table(['search', 'first 60 hits', 'p95', 'total', 'p95', `allowed (${allowedMs(count)})`, 'plain FTS5 by rank', 'LIKE'], rows)}

Made in ${library.seconds.toFixed(0)} s; on the disk ${share.toFixed(2)} times the text (allowed ${ALLOWED.size}: ${verdict(share <= ALLOWED.size)}), of it the index ${(library.indexBytes / library.textBytes).toFixed(2)}.`);
    await library.close();
  }
  return parts.join('\n\n');
}

/** Pages a second of the reader, by the PDFs of the tests; and what its process takes. */
async function reading(): Promise<string> {
  const corpus = new URL('../tests/reader/arabic-pdfs/', import.meta.url).pathname;
  const manifest = await import('../tests/reader/arabic-pdfs/manifest.json', { with: { type: 'json' } });
  const pdfs = createPdfProcess();
  await pdfs.read(join(corpus, '01-libreoffice-odt-p1.pdf'));
  let pages = 0;
  const begun = performance.now();
  for (const { file } of manifest.default) {
    const read = await pdfs.read(join(corpus, file));
    pages += 'pages' in read ? read.pages.length : 0;
  }
  const seconds = (performance.now() - begun) / 1000;
  pdfs.close();
  return `Reading: ${(pages / seconds).toFixed(0)} pages a second on one core, over ${manifest.default.length} PDFs of thirty programs.`;
}

/** \`npm run bench -- text [--sizes 1000,10000,100000]\`. */
export async function main(options: readonly string[]): Promise<void> {
  const at = options.indexOf('--sizes');
  const counts = (at < 0 ? '1000,10000,100000,1000000' : (options[at + 1] ?? '')).split(',').map(Number);
  const text = `## Inside the lessons

Milliseconds of one question through the whole API of the embedded backend, on made-up pages of 260 words (few words are
common and most are rare, as in any language; two of three pages are Arabic), nothing kept from an earlier question. Beside it,
on the same rows: FTS5 alone with the best hits first, without the forms of a word, and \`LIKE\`.

${await section(counts)}

${await reading()}

${machine()}`;
  writeSection('text', text);
}
