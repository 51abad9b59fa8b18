import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pictureWidths } from '../src/contract/urls.ts';
import { attacks } from './attacks/attacks.ts';
import { type Book, findBook, writeLibraryWithBook } from './attacks/book.ts';
import { type Met, visit } from './attacks/visitor.ts';
import { machine } from './harness/machine.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { type SiteProcess, startSiteProcess, temporaryFolder } from './harness/site-process.ts';
import { median, quantile } from './harness/statistics.ts';

/** Milliseconds, and bytes of resident memory. */
const aims = { home: 250, drawing: 300e6, reader: 5000 };
const rows = '/v1/tablesdb/library/tables/files/rows?queries[0]=';
const ms = (values: readonly number[], share: number) => `${Math.round(quantile(values, share))} ms`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

interface Drawn {
  /** How often there was no picture. */
  refused: number;
  /** Milliseconds, and bytes. */
  times: number[];
  sizes: number[];
}

/** Asks for a picture from one of this machine's addresses. */
async function take(address: string, drawn: Drawn, localAddress: string): Promise<void> {
  const begun = performance.now();
  const asking = request(address, { agent: false, localAddress }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  if (answer.statusCode !== 200) {
    drawn.refused += 1;
    return;
  }
  drawn.times.push(performance.now() - begun);
  drawn.sizes.push(bytes.length);
}

/** The first page of every lesson of the sample library. */
async function firstPages(siteUrl: string): Promise<string[]> {
  const limit = encodeURIComponent(JSON.stringify({ method: 'limit', values: [100] }));
  const answer = await fetch(siteUrl + rows + limit, { headers: { 'x-appwrite-project': 'minbar' } });
  const { rows: lessons } = (await answer.json()) as { rows: { $id: string; fileId: string }[] };
  return lessons.map(({ $id, fileId }) => `${siteUrl}/lesson/${$id}/1-WIDTH.webp?v=${fileId}`);
}

/** The most that the processes of the site other than itself take at a time, as long as it is looked at. */
function watchChildren({ pid }: SiteProcess): () => number {
  let most = 0;
  const look = () => {
    const path = `/proc/${pid}/task/${pid}/children`;
    for (const child of readFileSync(path, 'utf8').trim().split(' ').filter(existsChild)) {
      const status = readFileSync(`/proc/${child}/status`, 'utf8');
      most = Math.max(most, Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
    }
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    return most;
  };
}
const existsChild = (pid: string) => pid !== '' && existsSync(`/proc/${pid}/status`);

/** Turns a page of the book twice a second, each of which nobody drew before, until told to stop. */
function read(siteUrl: string, book: Book, from: number, address: string) {
  const drawn: Drawn = { refused: 0, times: [], sizes: [] };
  let stopped = false;
  const reading = (async () => {
    for (let page = from; !stopped; page++) {
      await take(`${siteUrl}/lesson/${book.id}/${page}-800.webp?v=${book.fileId}`, drawn, address);
      await sleep(500);
    }
  })();
  return {
    drawn,
    stop: () => {
      stopped = true;
      return reading;
    },
  };
}

/** `npm run bench -- pictures`: drawing pages of lessons, and what visitors notice of it. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '10' } } });
  const seconds = Number(values.seconds);
  const library = temporaryFolder();
  writeLibraryWithBook(library);
  const site = await startSiteProcess({ env: { LIBRARY_DIR: library, TRUST_PROXY: 'off' } });
  try {
    const book = await findBook(site.url);
    const pages = await firstPages(site.url);
    await visit(site.url, 2);
    const before = site.memory();
    const drawingMemory = watchChildren(site);
    const lines: string[][] = [];
    for (const width of pictureWidths) {
      const [drawn, kept]: Drawn[] = [0, 1].map(() => ({ refused: 0, times: [], sizes: [] }));
      for (const some of [drawn, kept]) {
        for (const [at, page] of pages.entries())
          if (some) await take(page.replace('WIDTH', String(width)), some, `127.0.4.${1 + at}`);
      }
      if (!drawn || !kept) continue;
      if (drawn.refused + kept.refused > 0) throw new Error(`pictures ${width} pixels wide were refused`);
      const each = drawn.times.reduce((sum, time) => sum + time, 0) / drawn.times.length;
      lines.push([
        `${width} px`,
        ms(drawn.times, 0.5),
        ms(drawn.times, 0.95),
        (1000 / each).toFixed(1),
        `${Math.round(median(drawn.sizes) / 1000)} kB`,
        ms(kept.times, 0.5),
      ]);
    }
    const grown = site.memory() - before;

    const alone = await visit(site.url, seconds);
    const reader = read(site.url, book, 1, '127.0.5.1');
    const beside = await visit(site.url, seconds);
    await reader.stop();
    const flooded = await flood(site, book, seconds);
    const largest = drawingMemory();
    // The process of the drawings goes when there is nothing more to draw.
    await sleep(25_000);
    const left = watchChildren(site);
    await sleep(500);

    const met = (one: Met) => [ms(one.homes, 0.5), ms(one.homes, 0.95), String(one.refused.length)];
    const isUnharmed = [beside, flooded.visitor].every(
      (one) => one.refused.length === 0 && quantile(one.homes, 0.95) < aims.home,
    );
    writeSection(
      'pictures',
      `## Pictures of pages

${machine()}

The first pages of the ${pages.length} lessons, one after the other; what is asked again is kept on the disk:

${table(['width', 'drawn, p50', 'p95', 'pages a second', 'size, p50', 'kept, p50'], lines)}

The home page meanwhile, five times a second with new connections; aim: p95 below ${aims.home} ms, nothing refused: ${verdict(isUnharmed)}.

${table(
  ['beside', 'home p50', 'home p95', 'refused'],
  [
    ['nobody', ...met(alone)],
    ['a reader who turns a page of a book that nobody read, twice a second', ...met(beside)],
    ['the same reader, and one client that asks for 200 of 2,000 pages at a time', ...met(flooded.visitor)],
  ],
)}

The reader had a new page after ${ms(reader.drawn.times, 0.5)} (p95 ${ms(reader.drawn.times, 0.95)}), beside the hostile client after
${ms(flooded.reader.times, 0.5)} (p95 ${ms(flooded.reader.times, 0.95)}; refused ${flooded.reader.refused}; aim below ${aims.reader} ms and none: ${verdict(flooded.reader.refused === 0 && quantile(flooded.reader.times, 0.95) < aims.reader)}).
The drawing process took ${megabytes(largest)} at most (aim ${megabytes(aims.drawing)}: ${verdict(largest < aims.drawing)}), and after 25 seconds without work
${left() === 0 ? 'it was gone' : '**it was still there**'}; the site grew by ${megabytes(grown)} over ${2 * lines.length * pages.length} pictures.`,
    );
  } finally {
    await site.stop();
    rmSync(library, { recursive: true });
  }
}

/** A visitor and a reader, each at an address of their own, beside one that asks for all there is. */
async function flood(site: SiteProcess, book: Book, seconds: number) {
  const ending = new AbortController();
  const { hostname: host, port } = new URL(site.url);
  const [attack] = attacks.filter(({ name }) => name.startsWith('pictures of'));
  const hostile = { host, port: Number(port), address: '127.0.3.1', signal: ending.signal };
  const attacking = attack?.run(hostile, { book, lesson: '', preview: '' });
  const reader = read(site.url, book, 1000, '127.0.5.2');
  const visitor = await visit(site.url, seconds);
  await reader.stop();
  ending.abort();
  await attacking;
  return { visitor, reader: reader.drawn };
}
