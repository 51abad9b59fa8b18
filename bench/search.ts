import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { measureQueries, measureSizes, openLibrary, ROUNDS, type TimedQuery } from './harness/backend.ts';
import { writeSection } from './harness/report.ts';

/** Maximum 95th percentile of a deep result page, in milliseconds. */
const MAX_DEEP_PAGE_MS = 50;
/** Returns the maximum 95th percentile in milliseconds for a library with `count` titles. */
const maxMs = (count: number): number => (count <= 10_000 ? 5 : count <= 100_000 ? 10 : 100);

const english = {
  subjects:
    'Fiqh,Tafsir,Seerah,Aqeedah,Hadith,Manners,Purification,Charity,Fasting,Pilgrimage,Marriage,Family,Trade,Prayer',
  topics:
    'basics,questions,answers,summary,patience,gratitude,mercy,neighbours,knowledge,intention,travel,winter,children',
  lesson: 'lesson',
  rare: 'ablution',
};
const arabic = {
  subjects:
    'فقه الصلاة,تفسير سورة البقرة,السيرة النبوية,شرح كتاب التوحيد,أحكام الصيام,آداب طالب العلم,الحج والعمرة,الطهارة,قصص الأنبياء,الأربعون النووية',
  topics:
    'الباب الأول,أسئلة وأجوبة,مختصر,الصبر,الشكر,التوكل,الرحمة,الصدقة,الأسرة,حق الجار,مكارم الأخلاق,مقدمة,خاتمة',
  lesson: 'الدرس',
  rare: 'تيمم',
};

/** One in this many titles contains the rare word of its language. */
const TITLES_PER_RARE_WORD = 5_000;
const CATEGORIES = 100;

/** Returns the title of lesson `index`. Titles are deterministic, and half of them are Arabic. */
function title(index: number): string {
  // Knuth's multiplicative hash: neighbors differ, without random numbers.
  const hash = Math.imul(index + 1, 2_654_435_761) >>> 0;
  const pick = (text: string, shift: number) => {
    const list = text.split(',');
    return list[(hash >>> shift) % list.length];
  };
  const { subjects, topics, lesson, rare } = hash % 2 ? arabic : english;
  const rareSuffix = Math.floor(index / 2) % (TITLES_PER_RARE_WORD / 2) === 7 ? ` ${rare}` : '';
  const digits = String(index % 500);
  const number =
    hash % 2 ? digits.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))) : digits;
  return `${pick(subjects, 3)} - ${pick(topics, 9)} ${pick(topics, 15)}${rareSuffix} ${lesson} ${number}.pdf`;
}

/** Searches of different lengths and frequencies, in English and Arabic. */
const terms: readonly [label: string, english: string, arabic?: string][] = [
  ['1 letter', 'a', 'ا'],
  ['1 letter, in few titles', 'z'],
  ['1 letter, in all titles', 'p'],
  ['2 letters', 'fi', 'فق'],
  ['2 letters, in none', 'qz'],
  ['3 letters', 'fiq', 'صلا'],
  ['3 letters, in all titles', 'pdf'],
  ['6 letters', 'lesson', 'الدرس'],
  ['6 letters, spelt otherwise', 'tafseer', 'الصلاه'],
  ['two words', 'fiqh mercy', 'الصبر تفسير'],
  ['a word and a number', 'lesson 12', 'الدرس ١٢'],
  ['a word and letters in none', 'lesson qz'],
  ['a rare word', 'ablution', 'تيمم'],
  ['in no title', 'xylophone', 'قسطنطينية'],
];

/** Writes the rows of a library into a closed database, without search and sort keys, which the next start adds. */
function fillLibrary(dataDir: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'minbar.db'));
  database.exec('PRAGMA cache_size = -256000; PRAGMA synchronous = OFF; BEGIN');
  const system = `_id, _created, _updated, _permissions, _version`;
  const category = database.prepare(
    `INSERT INTO "rows/library/categories" (${system}, categoryName) VALUES (?, ?, ?, '[]', 1, ?)`,
  );
  const date = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString();
  for (let index = 0; index < CATEGORIES; index++)
    category.run(`c${index}`, date(index), date(index), `Category ${index}`);
  const file = database.prepare(
    `INSERT INTO "rows/library/files" (${system}, url, fileName, fileSize, fileId, category) VALUES (?, ?, ?, '[]', 1, ?, ?, ?, ?, ?)`,
  );
  for (let index = 0; index < count; index++) {
    // The square makes the first categories large: the first has a tenth of all files.
    const categoryIndex = Math.floor((((index * 7919) % 10_007) ** 2 / 10_007 ** 2) * CATEGORIES);
    const url = `https://example.org/${index}.pdf`;
    file.run(
      `f${index}`,
      date(index),
      date(index),
      url,
      title(index),
      index,
      `f${index}`,
      `c${categoryIndex}`,
    );
  }
  const indexes = database.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'keys/%'`).all();
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  database.exec('COMMIT');
  database.close();
}

const contains = (term: string) => ({ method: 'contains', attribute: 'fileName', values: [term] });
const byName = { method: 'orderAsc', attribute: 'fileName' };
const byNameDown = { method: 'orderDesc', attribute: 'fileName' };
const newest = { method: 'orderDesc', attribute: '$createdAt' };
const inCategory = (id: string) => ({ method: 'equal', attribute: 'category.$id', values: [id] });
const limit = (rows: number) => ({ method: 'limit', values: [rows] });
const offset = (rows: number) => ({ method: 'offset', values: [rows] });
const everyColumn = { method: 'select', values: ['*', 'category.*'] };

/** Returns the queries for a library of this size. */
function queriesFor(count: number): TimedQuery[] {
  const deepOffset = offset(Math.max(0, Math.min(500_000, count) - 10));
  const page = (label: string, queries: object[], locale = 'en'): TimedQuery => ({
    label,
    queries: [...queries, everyColumn, limit(10)],
    locale,
    maxMs: queries.includes(deepOffset) ? MAX_DEEP_PAGE_MS : maxMs(count),
  });
  const total = (label: string, queries: object[]): TimedQuery => ({
    label: `total ${label}`,
    queries: [...queries, byName, limit(1)],
    isTotal: true,
    maxMs: maxMs(count),
  });
  const search = (label: string, term: string) => [
    page(`search ${label}`, [byName, contains(term)]),
    total(label, [contains(term)]),
  ];
  return [
    page('list by name', [byName]),
    page('list by name, descending', [byNameDown]),
    page('list by name, in Arabic', [byName], 'ar'),
    page('list by date', [newest]),
    page('page 100 of a category', [byName, inCategory('c0'), offset(990)]),
    page('page 50,000 by name', [byName, deepOffset]),
    page('page 50,000 by name, descending', [byNameDown, deepOffset]),
    page('page 50,000 by name, in Arabic', [byName, deepOffset], 'ar'),
    page('page 50,000 by date, descending', [newest, deepOffset]),
    total('of all', []),
    total('of a category', [inCategory('c0')]),
    ...terms.flatMap(([label, english, arabic]) => [
      ...search(label, english),
      ...(arabic ? search(`${label}, Arabic`, arabic) : []),
    ]),
    page('search 6 letters, newest first', [newest, contains('الدرس')]),
    page('search 1 letter, in all titles, in Arabic order', [byName, contains('p')], 'ar'),
    page('search 6 letters, names descending', [byNameDown, contains('lesson')]),
    page('search 3 letters in a small category', [byName, inCategory('c99'), contains('fiq')]),
    page('search 6 letters, in no order', [contains('lesson')]),
    total('6 letters in a large category', [contains('lesson'), inCategory('c0')]),
    total('3 letters in a large category', [contains('fiq'), inCategory('c0')]),
  ];
}

async function measureSize(count: number): Promise<string> {
  const library = await openLibrary((dataDir) => fillLibrary(dataDir, count));
  // Renames a category before each query, as an owner might.
  const write = (round: number) => {
    const body = JSON.stringify({ data: { categoryName: `Category 99, ${round}` } });
    return library.send('categories/rows/c99', { method: 'PATCH', body });
  };
  const figures = await measureQueries(library, 'files', queriesFor(count), write);
  await library.backend.close();
  return figures;
}

/** Runs `npm run bench -- search [--sizes 10000,100000,1000000]`: measures search, sorting and paging of large libraries. */
export async function main(args: string[]): Promise<void> {
  const parts = await measureSizes(args, 'files', measureSize);
  writeSection(
    'search',
    `## Searching, sorting and paging

Milliseconds of one request through the complete API of the embedded backend, ${ROUNDS} rounds, each after a write. The API caches no results.

${parts}`,
  );
}
