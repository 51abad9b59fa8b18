import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Query } from 'node-appwrite';
import { pictureWidths } from '../src/contract/urls.ts';
import { inTurns } from './harness/in-turns.ts';
import { libraryTables } from './harness/library-tables.ts';
import { machine } from './harness/machine.ts';
import { type ServedFile, startNginx } from './harness/nginx.ts';
import { need, versionOf } from './harness/programs.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { startSiteProcess, temporaryFolder } from './harness/site-process.ts';
import { median, pairedRatio } from './harness/statistics.ts';
import { packed } from './page/packed.ts';
import { launch, type Marks, throttle } from './page/phone.ts';
import { assetsOf, staticHtml } from './page/static-page.ts';
import { view } from './page/views.ts';

/** Lessons of the sample library with two pages, each in the language it is read in. */
const titles = { en: 'Believing in the angels', ar: 'مدخل إلى أسماء الله الحسنى' };
const mostRatio = 1.1;

interface ReadPage {
  name: string;
  path: string;
  /** Where its static twin is. */
  twin: string;
  lessonId: string;
  fileId: string;
  page: number;
}

async function readPages(siteUrl: string): Promise<ReadPage[]> {
  const names = Object.values(titles).map((title) => `${title}.pdf`);
  const queries = [Query.equal('fileName', names)];
  const { rows } = await libraryTables(siteUrl).listRows({
    databaseId: 'library',
    tableId: 'files',
    queries,
  });
  return Object.entries(titles).flatMap(([language, title]) => {
    const row = rows.find(({ fileName }) => fileName === `${title}.pdf`);
    if (!row) throw new Error(`the sample library has no lesson "${title}"`);
    return [1, 2].map((page) => ({
      name: `${page === 1 ? 'lesson' : 'second page'}, ${language === 'en' ? 'English' : 'Arabic'}`,
      path: `/lesson/${row.$id}${page === 1 ? '' : `/${page}`}${language === 'en' ? '' : `?lang=${language}`}`,
      twin: `/static-${language}-${page}`,
      lessonId: row.$id,
      fileId: String(row.fileId),
      page,
    }));
  });
}

/** A page as a careful owner would put it there by hand, with its pictures. */
async function staticTwin(siteUrl: string, { path, twin, ...read }: ReadPage): Promise<ServedFile[]> {
  const html = await (await fetch(siteUrl + path)).text();
  const pictures = pictureWidths.map(async (width): Promise<ServedFile> => {
    const picture = `/lesson/${read.lessonId}/${read.page}-${width}.webp`;
    const answer = await fetch(`${siteUrl}${picture}?v=${read.fileId}`);
    if (!answer.ok) throw new Error(`${picture}: ${answer.status}`);
    const headers = { 'content-type': 'image/webp', 'cache-control': 'max-age=31536000' };
    return { path: picture, bytes: await answer.bytes(), headers };
  });
  return [
    packed(twin, staticHtml(html), 'html'),
    ...(await assetsOf(siteUrl, html)),
    ...(await Promise.all(pictures)),
  ];
}

/** `npm run bench -- lessons`: the first view of lessons' pages on a phone on slow 4G, beside the same as static HTML. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '15' } } });
  const rounds = Number(values.rounds);
  need('nginx');
  const folder = temporaryFolder();
  const browser = await launch();
  const site = await startSiteProcess();
  try {
    const pages = await readPages(site.url);
    const files = (await Promise.all(pages.map((page) => staticTwin(site.url, page)))).flat();
    // Its pages get their best compression when they are asked again.
    for (const { path } of pages) await (await fetch(site.url + path)).text();
    await sleep(3000);
    const nginx = await startNginx(folder, [...new Map(files.map((file) => [file.path, file])).values()], {
      proxied: { path: '/', to: site.url },
    });
    const measures = pages.flatMap(({ name, path, twin }) => [
      [name, () => view(browser, site.url + path)] as const,
      [`static ${name}`, () => view(browser, nginx.url + twin)] as const,
    ]);
    const seen = await inTurns<Marks>(rounds, Object.fromEntries(measures));
    await nginx.stop();
    const rows = pages.map(({ name }) => {
      const [ours = [], theirs = []] = [seen[name], seen[`static ${name}`]];
      const largest = (marks: Marks[]) => marks.map(({ largestPaint }) => largestPaint);
      const ratio = pairedRatio(largest(ours), largest(theirs));
      const shift = Math.max(...ours.map(({ layoutShift }) => layoutShift));
      return [
        name,
        median(ours.map(({ firstPaint }) => firstPaint)).toFixed(0),
        median(largest(ours)).toFixed(0),
        median(largest(theirs)).toFixed(0),
        ratio.toFixed(2),
        shift.toFixed(4),
        verdict(ratio <= mostRatio && shift === 0),
      ];
    });
    writeSection(
      'lessons',
      `## Lessons: a phone on slow 4G

${machine(versionOf('nginx', /nginx\/[\d.]+/), `Chromium ${browser.version()}`)}

A lesson's page and its second page with an empty cache, ${throttle.down / 1e6} Mbit/s down, ${throttle.latency} ms a round trip, CPU ${throttle.cpu} times
slower; ${rounds} rounds in turns, medians in milliseconds; the ratio is the median of the rounds' own ratios. *static* is the same page as
hand-written HTML and CSS with the same fonts and pictures, sent by nginx. The pictures were drawn before. The layout shift is the
largest of all rounds.

${table(['first view, 390 px', 'first paint', 'largest paint', 'static', 'ratio', 'layout shift', `aim ${mostRatio.toFixed(2)} and 0`], rows)}`,
    );
  } finally {
    await browser.close();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
