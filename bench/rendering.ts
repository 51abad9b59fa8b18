import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './harness/machine.ts';
import { need } from './harness/programs.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { startSiteProcess } from './harness/site-process.ts';
import { median, quantile } from './harness/statistics.ts';
import { visitMany } from './memory/visits.ts';

const visitors = 64;
/** Pages a second, and milliseconds. */
const aims = { pages: 100, p95: 1000 };

/** Parts of the sample library's titles, each once, a third with a sign more, with which they find nothing. */
function searches(): string[] {
  const folder = new URL('../content/library/', import.meta.url);
  const names = globSync('*/*.pdf', { cwd: folder }).map((path) => basename(path, '.pdf'));
  const parts = new Set<string>();
  for (let length = 4; length < 12; length += 1)
    for (const name of names.sort())
      for (let from = 0; from + length <= name.length; from += 3)
        parts.add(name.slice(from, from + length).trim());
  return [...parts].map((part, index) => (index % 3 === 0 ? `${part}x` : part));
}

/** `npm run bench -- rendering`: measures how many uncached pages one core renders for many visitors. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { pages: { type: 'string', default: '400' }, rounds: { type: 'string', default: '5' } },
  });
  const [pages, rounds] = [Number(values.pages), Number(values.rounds)];
  need('taskset');
  const site = await startSiteProcess({ core: 0 });
  try {
    const rates: number[] = [];
    const waits: number[] = [];
    const asked = searches();
    const visit = (index: number) => ({
      path: `/?${index % 4 === 0 ? 'lang=ar&' : ''}search=${encodeURIComponent(asked[index] ?? String(index))}`,
      headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    });
    for (let round = -1; round < rounds; round += 1) {
      const begun = performance.now();
      const times = await visitMany(site.url, pages, (index) => visit((round + 1) * pages + index), visitors);
      // The first round warms up.
      if (round < 0) continue;
      rates.push((pages * 1000) / (performance.now() - begun));
      waits.push(quantile(times, 0.95));
    }
    writeSection(
      'rendering',
      `## New pages

${machine()}

The server on one core; ${visitors} visitors who each search what nobody searched before, one page after the other,
${rounds} rounds of ${pages} pages, medians.

${table(
  ['', 'measured', 'aim', ''],
  [
    [
      'new pages a second',
      Math.round(median(rates)),
      `≥ ${aims.pages}`,
      verdict(median(rates) >= aims.pages),
    ],
    ['p95, ms', Math.round(median(waits)), `< ${aims.p95}`, verdict(median(waits) < aims.p95)],
  ],
)}`,
    );
  } finally {
    await site.stop();
  }
}
