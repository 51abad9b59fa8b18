import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Query } from 'node-appwrite';
import { allFiles } from '../tests/e2e/support/sample-library.ts';
import { nginxVersion, startNginx } from './harness/nginx.ts';
import { startSite } from './harness/programs.ts';
import { compare, figures, median, quantile, ratios, readOptions, writeSection } from './harness/report.ts';
import { measureLoad, send, sendMany, WRONG_ADDRESS } from './harness/visitors.ts';

const SERVER_CORE = 0;
const VISITOR_CORE = 1;
const SEARCHES_PER_ROUND = 400;

const acceptCompressed = { 'Accept-Encoding': 'gzip, deflate, br' };

/** A visitor's request: its name, path and headers, and the minimum ratio to nginx's requests per second. */
type Comparison = readonly [name: string, path: string, headers: Record<string, string>, min: number];

async function createComparisons(url: string): Promise<Comparison[]> {
  const firstPage = [
    Query.select(['*', 'category.*']),
    Query.limit(10),
    Query.orderAsc('fileName'),
    Query.offset(0),
  ];
  const parameters = firstPage.map((query, index) => `queries%5B${index}%5D=${encodeURIComponent(query)}`);
  const rows = `/v1/tablesdb/library/tables/files/rows?${parameters.join('&')}`;
  const lessons = await allFiles(url, 'en', Query.orderAsc('fileSize'));
  return [
    ['cached page `/`', '/', acceptCompressed, 0.4],
    ['rows list, 10 lessons', rows, { ...acceptCompressed, 'X-Appwrite-Project': 'minbar' }, 0.3],
    ['smallest PDF', lessons[0]?.url ?? '', {}, 0.3],
    ['largest PDF', lessons.at(-1)?.url ?? '', {}, 0.8],
  ];
}

/** Measures requests per second of the site and of nginx with the same bytes, each alone on one core. */
async function compareWithNginx(seconds: number, rounds: number): Promise<string> {
  const site = await startSite({ core: SERVER_CORE });
  const rows = [];
  // Lets the site settle after its start, with the page in its cache.
  await fetch(site.url);
  await sleep(3000);
  for (const [name, path, headers, min] of await createComparisons(site.url)) {
    const response = await send(site.url + path, { headers });
    const file = {
      path: '/file',
      bytes: response.bytes,
      headers: response.headers as Record<string, string>,
    };
    const nginx = await startNginx([file], { siteUrl: site.url, core: SERVER_CORE });
    const rate = (url: string) => measureLoad(url, { core: VISITOR_CORE, seconds, headers });
    const [measureSite, measureNginx] = [() => rate(site.url + path), () => rate(`${nginx.url}/file`)];
    // The first round is a warm-up.
    await compare('warm-up', 1, measureSite, measureNginx, {});
    const title = `${name}, ${(file.bytes.length / 1000).toFixed(1)} kB`;
    rows.push(await compare(title, rounds, measureSite, measureNginx, { min }));
    await nginx.stop();
  }
  await site.stop();
  return `Requests per second, each server alone on one core, wrk on the other with 64 connections, ${rounds} alternating rounds of ${seconds} s, medians.
The reference is nginx (${nginxVersion()}), which sends the same bytes with the same headers from an open file.

${ratios(rows)}`;
}

/** Returns unique parts of the sample library's titles; a third have an added letter, so that they find nothing. */
function createSearches(): string[] {
  const folder = new URL('../content/library/', import.meta.url);
  const names = globSync('*/*.pdf', { cwd: folder }).map((path) => basename(path, '.pdf'));
  const parts = new Set<string>();
  for (let length = 4; length < 12; length += 1)
    for (const name of names.sort())
      for (let from = 0; from + length <= name.length; from += 3)
        parts.add(name.slice(from, from + length).trim());
  return [...parts].map((part, index) => (index % 3 === 0 ? `${part}x` : part));
}

/** Measures how many pages one core renders for 64 visitors whose searches are all new. */
async function measureNewSearches(rounds: number): Promise<string> {
  const site = await startSite({ core: SERVER_CORE });
  const words = createSearches();
  const pathOf = (index: number) =>
    `/?${index % 4 === 0 ? 'lang=ar&' : ''}search=${encodeURIComponent(words[index] ?? String(index))}`;
  const [rates, waits]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const startedAt = performance.now();
    const times = await sendMany(site.url, SEARCHES_PER_ROUND, (index) =>
      pathOf(round * SEARCHES_PER_ROUND + index),
    );
    // The first round is a warm-up.
    if (round === 0) continue;
    rates.push((SEARCHES_PER_ROUND * 1000) / (performance.now() - startedAt));
    waits.push(quantile(times, 0.95));
  }
  await site.stop();
  return `64 visitors on one core, each search never made before, ${rounds} rounds of ${SEARCHES_PER_ROUND} pages, medians:

${figures([
  ['new searches per second', median(rates), { min: 100 }],
  ['p95, ms', median(waits), { max: 1000 }],
])}`;
}

const terms = ['prayer', 'صلاة', 'fasting', 'zakah', 'noor', 'adab', 'ramadan', 'قرآن', 'nothing like it'];
const sorts = ['fileName-desc', '$createdAt-desc', '$createdAt-asc'];

/** Returns a path of mixed traffic: pages in both languages, filters, searches, assets, rows, lessons, wrong addresses. */
function mixedPath(index: number, assets: string[], lessons: string[]): string {
  const pick = (list: readonly string[]): string => list[index % list.length] ?? '/';
  const language = index % 3 === 0 ? 'lang=ar&' : '';
  const paths = [
    '/',
    '/?lang=ar',
    `/?${language}page=${1 + (index % 5)}`,
    `/?${language}search=${encodeURIComponent(pick(terms))}`,
    `/?${language}search=visitor+${index}`,
    `/?${language}sort=${pick(sorts)}`,
    pick(assets),
    pick(lessons),
    '/v1/tablesdb/library/tables/files/rows?project=minbar',
    `${WRONG_ADDRESS}${index}`,
  ];
  return paths[Math.floor(index / 7) % paths.length] ?? '/';
}

/** Measures the memory of the process after many requests of mixed traffic. */
async function measureMemory(requests: number): Promise<string> {
  const site = await startSite();
  const html = (await (await fetch(site.url)).text()).replaceAll('&amp;', '&');
  const pathsIn = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, path = '']) => path))];
  const assets = pathsIn(/"(\/assets\/[^"]+)"/g);
  const lessons = pathsIn(/href="(?:http:\/\/[^/"]+)?(\/lesson\/[^"]+)"/g);
  const idleBytes = site.memory();
  await sendMany(site.url, requests, (index) => mixedPath(index, assets, lessons));
  const usedBytes = site.memory();
  await site.stop();
  return figures([
    ['MB of memory after the start', idleBytes / 1e6, { max: 200 }],
    [`MB after ${requests.toLocaleString('en')} requests of mixed traffic`, usedBytes / 1e6, { max: 200 }],
  ]);
}

/** Runs `npm run bench -- server`: measures requests and new searches per second, and memory. */
export async function main(args: string[]): Promise<void> {
  const { seconds, rounds, requests } = readOptions(args, { seconds: 3, rounds: 7, requests: 100_000 });
  writeSection(
    'server',
    `## Server

${await compareWithNginx(seconds, rounds)}

${await measureNewSearches(rounds)}

${await measureMemory(requests)}`,
  );
}
