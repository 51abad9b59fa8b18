import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Query } from 'node-appwrite';
import { libraryTables } from '../harness/library-tables.ts';
import { table, verdict } from '../harness/report.ts';
import { startSiteProcess } from '../harness/site-process.ts';
import { median, quantile } from '../harness/statistics.ts';

/** Milliseconds that the words of lessons may add to the 95th percentile of an answer. */
const mostAdded = 10;
const pause = 25;
/** Visits while it reads, and then as many while it does not. */
const turn = 20;

type Times = Record<'home' | 'search', number[]>;

/** All processes that a process has started, and those that these have (Linux: proc(5)). */
function startedBy(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return children.flatMap((child) => [Number(child), ...startedBy(Number(child))]);
}

/**
 * What a visitor notices while a site reads the words of a library that was online before: visits while it reads and as many while the
 * processes that read are stopped, in turns. `dataDir` holds the library without its words.
 */
export async function siteMeanwhile(library: string, dataDir: string, lessons: number): Promise<string> {
  const site = await startSiteProcess({ dataDir, env: { LIBRARY_DIR: library } });
  const tables = libraryTables(site.url);
  const queries = [Query.equal('page', 0), Query.limit(1)];
  let visits = 0;
  const timed = async (path: string): Promise<number> => {
    const begun = performance.now();
    // Another visitor each time: no client comes that often.
    const headers = { 'X-Forwarded-For': `10.0.${(visits >> 8) & 255}.${visits & 255}` };
    const response = await fetch(site.url + path, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - begun;
  };
  const visit = async (times: Times) => {
    times.home.push(await timed('/'));
    times.search.push(await timed(`/?search=${encodeURIComponent(`الصلاة ${visits}`)}`));
    visits++;
    await setTimeout(pause);
  };
  try {
    const [reading, still]: [Times, Times] = [
      { home: [], search: [] },
      { home: [], search: [] },
    ];
    const visitAll = async (times: Times) => {
      for (let index = 0; index < turn; index++) await visit(times);
    };
    // A site that has just started is slower for a moment.
    await visitAll({ home: [], search: [] });
    for (let read = 0; read < lessons; ) {
      await visitAll(reading);
      const readers = startedBy(site.pid);
      for (const pid of readers) process.kill(pid, 'SIGSTOP');
      await visitAll(still);
      for (const pid of readers) process.kill(pid, 'SIGCONT');
      ({ total: read } = await tables.listRows({ databaseId: 'library', tableId: 'pages', queries }));
    }
    const rows = (['home', 'search'] as const).map((what) => {
      const [slower, usual] = [quantile(reading[what], 0.95), quantile(still[what], 0.95)];
      const figures = [median(reading[what]), slower, median(still[what]), usual];
      return [
        what === 'home' ? 'home' : 'a new search',
        ...figures.map((one) => one.toFixed(1)),
        verdict(slower - usual <= mostAdded),
      ];
    });
    return `While a site read the words of ${lessons} lessons that were online before, and as many visits (${still.home.length}) while it was held up, in turns of ${turn}; milliseconds:

${table(['', 'while it read, p50', 'p95', 'held up, p50', 'p95', `${mostAdded} more at most`], rows)}`;
  } finally {
    await site.stop({ keepData: true });
  }
}
