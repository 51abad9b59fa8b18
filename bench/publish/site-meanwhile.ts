import { setTimeout } from 'node:timers/promises';
import { Query } from 'node-appwrite';
import { libraryTables } from '../harness/library-tables.ts';
import { table, verdict } from '../harness/report.ts';
import { startSiteProcess } from '../harness/site-process.ts';
import { median, quantile } from '../harness/statistics.ts';

/** Milliseconds that the words of lessons may add to the 95th percentile of an answer. */
const mostAdded = 10;
const pause = 25;
/** Visits between two looks at how far the reading is. */
const turn = 20;

type Times = Record<'home' | 'search', number[]>;

/**
 * What a visitor notices while a site reads the words of a library that was online before: the same visits while it reads, and as
 * many when it has read them. `dataDir` holds the library without its words.
 */
export async function siteMeanwhile(library: string, dataDir: string, lessons: number): Promise<string> {
  const site = await startSiteProcess({ dataDir, env: { LIBRARY_DIR: library } });
  const tables = libraryTables(site.url);
  const queries = [Query.equal('page', 0), Query.limit(1)];
  let visits = 0;
  const timed = async (path: string): Promise<number> => {
    const begun = performance.now();
    // Another visitor each time: nobody comes that often.
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
    const [reading, after]: [Times, Times] = [
      { home: [], search: [] },
      { home: [], search: [] },
    ];
    // A site that has just started is slower for a moment.
    for (let index = 0; index < turn; index++) await visit({ home: [], search: [] });
    for (let read = 0; read < lessons; ) {
      for (let index = 0; index < turn; index++) await visit(reading);
      ({ total: read } = await tables.listRows({ databaseId: 'library', tableId: 'pages', queries }));
    }
    while (after.home.length < reading.home.length) await visit(after);
    const rows = (['home', 'search'] as const).map((what) => {
      const [slower, usual] = [quantile(reading[what], 0.95), quantile(after[what], 0.95)];
      const figures = [median(reading[what]), slower, median(after[what]), usual];
      return [
        what === 'home' ? 'home' : 'a new search',
        ...figures.map((one) => one.toFixed(1)),
        verdict(slower - usual <= mostAdded),
      ];
    });
    return `While a site read the words of ${lessons} lessons that were online before, and as many visits (${after.home.length}) when it had; milliseconds:

${table(['', 'while it read, p50', 'p95', 'afterwards, p50', 'p95', `${mostAdded} more at most`], rows)}`;
  } finally {
    await site.stop({ keepData: true });
  }
}
