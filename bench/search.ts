import { machine } from './harness/machine.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { median, quantile } from './harness/statistics.ts';
import { type LargeLibrary, openLargeLibrary } from './search/large-library.ts';
import { allowedMs, byName, limit, type Question, questions, select } from './search/questions.ts';

const ROUNDS = 41;
const PLAIN_ROUNDS = 5;
interface Measured {
  readonly question: Question;
  readonly median: number;
  readonly p95: number;
  readonly plain: number;
}

async function measure(library: LargeLibrary, question: Question): Promise<Measured> {
  const { queries, kind, plain, values, locale } = question;
  const counted = kind === 'total';
  const all = counted ? [...queries, byName, { method: 'limit', values: [1] }] : [...queries, limit, select];
  const times: number[] = [];
  await library.ask(all, counted, locale);
  for (let round = 0; round < ROUNDS; round++) {
    // Totals are cached until a write; this measures the first one.
    if (counted) library.write();
    const begun = performance.now();
    await library.ask(all, counted, locale);
    times.push(performance.now() - begun);
  }
  const statement = library.plain.prepare(plain);
  const plainTimes = Array.from({ length: PLAIN_ROUNDS }, () => {
    const begun = performance.now();
    statement.all(...values);
    return performance.now() - begun;
  });
  return { question, median: median(times), p95: quantile(times, 0.95), plain: median(plainTimes) };
}

interface Size {
  readonly count: number;
  readonly seconds: number;
  readonly size: number;
  /** MiB of this process. */
  readonly memory: number;
  readonly measured: readonly Measured[];
}

async function measureSize(count: number): Promise<Size> {
  const library = await openLargeLibrary(count);
  const measured: Measured[] = [];
  try {
    for (const question of questions(count)) measured.push(await measure(library, question));
    const memory = process.memoryUsage.rss() / 2 ** 20;
    return { count, seconds: library.seconds, size: library.size, memory, measured };
  } finally {
    await library.close();
  }
}

const shown = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 2 : 0);
const named = (count: number): string => count.toLocaleString('en');

function report(sizes: readonly Size[]): string {
  const [first] = sizes;
  const last = sizes.at(-1);
  if (!first || !last) throw new Error('no size was measured');
  const rows = last.measured.map(({ question, median: middle, plain }, at) => [
    question.label,
    ...sizes.map(({ measured }) => shown(measured[at]?.median ?? Number.NaN)),
    sizes.map((size) => shown(size.measured[at]?.p95 ?? Number.NaN)).join(' / '),
    `${verdict(sizes.every((size) => (size.measured[at]?.p95 ?? 0) <= allowedMs(question.kind, size.count)))} (${sizes.map(({ count }) => allowedMs(question.kind, count)).join(' / ')})`,
    `${(middle / (first.measured[at]?.median ?? Number.NaN)).toFixed(1)}×`,
    shown(plain),
    `${(plain / middle).toFixed(1)}×`,
  ]);
  const head = [
    'question',
    ...sizes.map(({ count }) => named(count)),
    'p95 of each',
    'allowed',
    `${named(last.count)} / ${named(first.count)}`,
    'plain SQL',
    'plain / ours',
  ];
  const upkeep = sizes.map(({ count, seconds, size, memory }) => [
    named(count),
    seconds.toFixed(1),
    size.toFixed(0),
    memory.toFixed(0),
  ]);
  return `## Searching, sorting and paging

Milliseconds of one request through the whole API of the embedded backend (median of ${ROUNDS}), by number of files. "Plain
SQL" is \`LIKE\` on the name, or the same list by its raw bytes, asked of SQLite alone on the same rows in the same run. Totals are
counted afresh each time, hits of a search up to 10,000.

${table(head, rows)}

${table(['files', 'making all keys anew, s', 'database, MiB', 'memory of the process, MiB'], upkeep)}

${machine()}`;
}

/** `npm run bench -- search [--sizes 1000,10000,100000,1000000]`. */
export async function main(options: readonly string[]): Promise<void> {
  const at = options.indexOf('--sizes');
  const counts = (at < 0 ? '1000,10000,100000,1000000' : (options[at + 1] ?? '')).split(',').map(Number);
  if (counts.some((count) => !Number.isInteger(count) || count < 1)) {
    console.error('--sizes wants whole numbers with commas between them, such as 1000,10000.');
    process.exitCode = 1;
    return;
  }
  const sizes: Size[] = [];
  for (const count of counts) {
    console.log(`measuring ${named(count)} files …`);
    sizes.push(await measureSize(count));
  }
  writeSection('search', report(sizes));
}
