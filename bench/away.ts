import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Troubles } from '../tests/support/appwrite-habits.ts';
import { startHostedDouble } from '../tests/support/hosted-double.ts';
import { addLesson, addSixLessons } from '../tests/support/six-lessons.ts';
import { machine } from './harness/machine.ts';
import { table, writeSection } from './harness/report.ts';
import { startSiteProcess } from './harness/site-process.ts';
import { quantile } from './harness/statistics.ts';

/** Pages that were asked for before it went away. */
const known = [
  '/',
  '/?lang=ar',
  '/?sort=fileName-desc',
  '/?search=Lesson',
  '/?category=c2',
  '/?lang=ar&category=c3',
];
/** Milliseconds between two visits. */
const pause = 1000;
/** Every so-many-th visit is to a page that nobody asked for before. */
const newTurn = 30;
/** One after the other: it hears and does not answer, a proxy answers in its place, and nobody listens to it. */
const kinds: readonly (readonly [name: string, troubles: Partial<Troubles>])[] = [
  ['hears, and does not answer', { silent: true }],
  ['a proxy answers 502', { silent: false, proxy: 502 }],
  ['connections are cut', { proxy: null, cut: true }],
];

interface Visits {
  times: number[];
  wrong: number;
  noted: number;
  /** Visits to pages that nobody asked for before, and the longest of them. */
  fresh: number[];
}

async function visit(url: string): Promise<{ status: number; text: string; took: number }> {
  const begun = performance.now();
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text(), took: performance.now() - begun };
}

/** `npm run bench -- away --minutes 60`: a site whose hosted backend is away, with one visit a second. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '60' } } });
  const minutes = Number(values.minutes);
  const backend = await startHostedDouble();
  await addSixLessons(backend.behind);
  const site = await startSiteProcess({ env: { VITE_APPWRITE_ENDPOINT: backend.endpoint } });
  try {
    for (const path of known) await visit(site.url + path);
    const before = site.memory();
    const rows: (string | number)[][] = [];
    let visits = 0;
    for (const [name, troubles] of kinds) {
      backend.trouble(troubles);
      const seen: Visits = { times: [], wrong: 0, noted: 0, fresh: [] };
      const ends = performance.now() + (minutes * 60_000) / kinds.length;
      while (performance.now() < ends) {
        visits += 1;
        if (visits % newTurn === 0) seen.fresh.push((await visit(`${site.url}/?search=new${visits}`)).took);
        const { status, text, took } = await visit(site.url + known[visits % known.length]);
        seen.times.push(took);
        if (status !== 200 || !text.includes('Lesson')) seen.wrong += 1;
        if (text.includes('<aside')) seen.noted += 1;
        await setTimeout(pause);
      }
      const { times, wrong, noted, fresh } = seen;
      const [p95, most] = [quantile(times, 0.95), Math.max(...times)].map(Math.round);
      rows.push([
        name,
        times.length,
        wrong,
        noted,
        p95 ?? 0,
        most ?? 0,
        fresh.length > 0 ? Math.round(Math.max(...fresh)) : '–',
      ]);
    }
    const told = site.output().match(/does not answer/g)?.length ?? 0;
    await addLesson(backend.behind, 7);
    backend.mend();
    const mended = performance.now();
    while (!(await visit(site.url)).text.includes('Lesson 7')) await setTimeout(pause / 2);
    const back = ((performance.now() - mended) / 1000).toFixed(0);
    const saidBack = site.output().match(/answers again/g)?.length ?? 0;
    const memory = (bytes: number) => Math.round(bytes / 2 ** 20);
    writeSection(
      'away',
      `## A hosted backend that is away

${machine()}

A site on a hosted backend, away for ${minutes} minutes in three ways, with a visit a second to one of ${known.length} pages that were
asked for before, and each ${newTurn}th to one that nobody asked for before. Milliseconds.

${table(['', 'visits', 'without the lessons', 'with the note', 'p95', 'longest', 'longest of a new page'], rows)}

Its log says once that the backend does not answer (lines: ${told}) and once that it does again (${saidBack}). A lesson that came meanwhile
is on the page ${back} s after the backend is back. Memory: ${memory(before)} MB before, ${memory(site.memory())} MB after.`,
    );
  } finally {
    await site.stop();
    await backend.stop();
  }
}
