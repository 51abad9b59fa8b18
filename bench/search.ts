import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { type BenchBackend, formatMs, openBenchBackend, parseSizes } from './harness/backend.ts';
import { median, quantile, table, verdict, writeSection } from './harness/report.ts';
import { fillLibrary, terms } from './search/titles.ts';

const ROUNDS = 41;
const PLAIN_ROUNDS = 5;

type Kind = 'page' | 'total' | 'far';

interface Query {
  readonly label: string;
  readonly kind: Kind;
  readonly queries: readonly object[];
  /** The same query for SQLite alone, without the product's keys and spelling rules. */
  readonly plain: string;
  /** The language of the sort order; English if absent. */
  readonly locale?: string;
}

/** Returns the milliseconds allowed at the 95th percentile of a first page, a total, and page 50,000. */
function maxMs(kind: Kind, count: number): number {
  if (kind === 'far') return 50;
  if (count <= 10_000) return 5;
  return count <= 100_000 ? 10 : 100;
}

const contains = (term: string) => ({ method: 'contains', attribute: 'fileName', values: [term] });
const byName = { method: 'orderAsc', attribute: 'fileName' };
const byNameDown = { method: 'orderDesc', attribute: 'fileName' };
const newest = { method: 'orderDesc', attribute: '$createdAt' };
const inCategory = (id: string) => ({ method: 'equal', attribute: 'category.$id', values: [id] });
const offset = (rows: number) => ({ method: 'offset', values: [rows] });
const all = '"rows/library/files"';
const like = (term: string) =>
  `SELECT * FROM ${all} WHERE fileName LIKE '%${term}%' ORDER BY fileName LIMIT 10`;
const likeCount = (term: string) => `SELECT count(*) FROM ${all} WHERE fileName LIKE '%${term}%'`;

/** Returns the queries for a library of this size. */
function queriesFor(count: number): Query[] {
  const far = Math.max(0, Math.min(500_000, count) - 10);
  const list = (label: string, queries: object[], rest: string, more: Partial<Query> = {}): Query => ({
    label,
    kind: 'page',
    queries,
    plain: `SELECT * FROM ${all} ${rest}`,
    ...more,
  });
  const search = (label: string, queries: object[], term: string, locale = 'en'): Query => ({
    label: `search ${label}`,
    kind: 'page',
    queries: [...queries, contains(term)],
    plain: like(term),
    locale,
  });
  const total = (label: string, queries: object[], plain: string): Query => ({
    label: `total ${label}`,
    kind: 'total',
    queries,
    plain,
  });
  const farPage = (label: string, order: object, column: string, locale = 'en') =>
    list(`page 50,000 ${label}`, [order, offset(far)], `ORDER BY ${column} LIMIT 10 OFFSET ${far}`, {
      kind: 'far',
      locale,
    });
  return [
    list('list by name', [byName], 'ORDER BY fileName LIMIT 10'),
    list('list by name, descending', [byNameDown], 'ORDER BY fileName DESC LIMIT 10'),
    list('list by name, in Arabic', [byName], 'ORDER BY fileName LIMIT 10', { locale: 'ar' }),
    list('list by date', [newest], 'ORDER BY _created DESC LIMIT 10'),
    list(
      'page 100 of a category',
      [byName, inCategory('c0'), offset(990)],
      "WHERE category = 'c0' ORDER BY fileName LIMIT 10 OFFSET 990",
    ),
    farPage('by name', byName, 'fileName'),
    farPage('by name, descending', byNameDown, 'fileName'),
    farPage('by name, in Arabic', byName, 'fileName', 'ar'),
    farPage('by date, descending', newest, '_created'),
    total('of all', [], `SELECT count(*) FROM ${all}`),
    total('of a category', [inCategory('c0')], `SELECT count(*) FROM ${all} WHERE category = 'c0'`),
    ...terms.flatMap(([label, term]) => [
      search(label, [byName], term),
      total(label, [contains(term)], likeCount(term)),
    ]),
    search('6 letters, newest first', [newest], 'الدرس'),
    search('1 letter, in all titles, in Arabic order', [byName], 'p', 'ar'),
    search('6 letters, names descending', [byNameDown], 'lesson'),
    search('3 letters in a small category', [byName, inCategory('c99')], 'fiq'),
    search('6 letters, in no order', [], 'lesson'),
    total('6 letters in a large category', [contains('lesson'), inCategory('c0')], likeCount('lesson')),
    total('3 letters in a large category', [contains('fiq'), inCategory('c0')], likeCount('fiq')),
  ];
}

interface Figures {
  readonly median: number;
  readonly p95: number;
  readonly plain: number;
}

/** Renames a category, as an owner would, to invalidate the cached totals and lists. */
async function write({ backend }: BenchBackend, round: number): Promise<void> {
  const response = await backend.app.request('/v1/tablesdb/library/tables/categories/rows/c99', {
    method: 'PATCH',
    headers: {
      'X-Appwrite-Project': 'minbar',
      'X-Appwrite-Key': 'standard_of-the-benchmark-only',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ data: { categoryName: `Category 99, ${round}` } }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function measure(library: BenchBackend, plain: DatabaseSync, query: Query): Promise<Figures> {
  const isCount = query.kind === 'total';
  const limit = { method: 'limit', values: [isCount ? 1 : 10] };
  const rest = isCount ? [byName] : [{ method: 'select', values: ['*', 'category.*'] }];
  const options = { counted: isCount, locale: query.locale ?? 'en' };
  const times: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    await write(library, round);
    const time = await library.time([...query.queries, ...rest, limit], options);
    if (round > 0) times.push(time);
  }
  const statement = plain.prepare(query.plain);
  const plainTimes = Array.from({ length: PLAIN_ROUNDS }, () => {
    const start = performance.now();
    statement.all();
    return performance.now() - start;
  });
  return { median: median(times), p95: quantile(times, 0.95), plain: median(plainTimes) };
}

const formatCount = (count: number): string => count.toLocaleString('en');

async function measureSize(count: number): Promise<string> {
  console.log(`measuring ${formatCount(count)} files`);
  const library = await openBenchBackend('files', (dataDir) => fillLibrary(dataDir, count));
  const path = join(library.dataDir, 'minbar.db');
  const plain = new DatabaseSync(path);
  plain.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  try {
    const rows: string[][] = [];
    for (const query of queriesFor(count)) {
      const figures = await measure(library, plain, query);
      const max = maxMs(query.kind, count);
      rows.push([
        query.label,
        formatMs(figures.median),
        formatMs(figures.p95),
        String(max),
        verdict(figures.p95 <= max),
        formatMs(figures.plain),
      ]);
    }
    const size = (statSync(path).size / 2 ** 20).toFixed(0);
    return `### ${formatCount(count)} files

${table(['query', 'median', 'p95', 'bound', '', 'plain SQL'], rows)}

The database has ${size} MiB, this process ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB.`;
  } finally {
    plain.close();
    await library.close();
  }
}

/** `npm run bench -- search [--sizes 10000,100000,1000000]`: searching, sorting and paging of large libraries. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { sizes: { type: 'string', default: '10000,100000,1000000' } },
  });
  const parts: string[] = [];
  for (const count of parseSizes(values.sizes)) parts.push(await measureSize(count));
  writeSection(
    'search',
    `## Searching, sorting and paging

Milliseconds of one request through the whole API of the embedded backend, ${ROUNDS} rounds, each after a write, so that nothing is cached.
"Plain SQL" is \`LIKE\` on the name, or the same list by its raw bytes, on the same rows in the same run.

${parts.join('\n\n')}`,
  );
}
