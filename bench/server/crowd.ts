import { once } from 'node:events';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { WebSocket } from 'ws';
import { visitMany } from '../harness/load.ts';
import { median, megabytes, quantile, table, verdict } from '../harness/report.ts';
import { type Site, startSite } from '../harness/site.ts';

const MIN_PAGES_PER_SECOND = 100;
const MAX_P95_MS = 1000;
const MAX_MEMORY_BYTES = 200e6;
const SOCKETS = 1000;
const terms = ['prayer', 'صلاة', 'fasting', 'zakah', 'noor', 'adab', 'ramadan', 'قرآن', 'nothing like it'];
const sorts = ['fileName-desc', '$createdAt-desc', '$createdAt-asc'];

/** Returns unique parts of the sample library's titles, a third with an added letter, so that they find nothing. */
function searches(): string[] {
  const folder = new URL('../../content/library/', import.meta.url);
  const names = globSync('*/*.pdf', { cwd: folder }).map((path) => basename(path, '.pdf'));
  const parts = new Set<string>();
  for (let length = 4; length < 12; length += 1)
    for (const name of names.sort())
      for (let from = 0; from + length <= name.length; from += 3)
        parts.add(name.slice(from, from + length).trim());
  return [...parts].map((part, index) => (index % 3 === 0 ? `${part}x` : part));
}

/** Measures how many new pages one core renders for 64 visitors who each search something new. */
export async function measureNewPages(rounds: number): Promise<string> {
  const pages = 400;
  const site = await startSite({ core: 0 });
  try {
    const words = searches();
    const pathOf = (index: number) =>
      `/?${index % 4 === 0 ? 'lang=ar&' : ''}search=${encodeURIComponent(words[index] ?? String(index))}`;
    const [rates, waits]: [number[], number[]] = [[], []];
    // The first round warms up.
    await visitMany(site.url, pages, pathOf);
    for (let round = 1; round <= rounds; round += 1) {
      const start = performance.now();
      const times = await visitMany(site.url, pages, (index) => pathOf(round * pages + index));
      rates.push((pages * 1000) / (performance.now() - start));
      waits.push(quantile(times, 0.95));
    }
    return `64 visitors on one core, each search never made before, ${rounds} rounds of ${pages} pages, medians:

${table(
  ['new searches', 'measured', 'bound', ''],
  [
    [
      'pages a second',
      Math.round(median(rates)),
      `≥ ${MIN_PAGES_PER_SECOND}`,
      verdict(median(rates) >= MIN_PAGES_PER_SECOND),
    ],
    ['p95, ms', Math.round(median(waits)), `≤ ${MAX_P95_MS}`, verdict(median(waits) <= MAX_P95_MS)],
  ],
)}`;
  } finally {
    await site.stop();
  }
}

/** Returns the path of a visit: pages in both languages, filters, searches, assets, rows, lessons, wrong addresses. */
function mixedPath(index: number, { assets, lessons }: { assets: string[]; lessons: string[] }): string {
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
    `/nowhere/${index}`,
  ];
  return paths[Math.floor(index / 7) % paths.length] ?? '/';
}

async function linkedPaths({ url }: Site): Promise<{ assets: string[]; lessons: string[] }> {
  const html = (await (await fetch(url)).text()).replaceAll('&amp;', '&');
  const all = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, path = '']) => path))];
  return {
    assets: all(/"(\/assets\/[^"]+)"/g),
    lessons: all(/href="(?:http:\/\/[^/"]+)?(\/lesson\/[^"]+)"/g),
  };
}

/** Opens idle sockets that listen for new lessons, each as a different visitor. Rejects if the site refuses one. */
async function openIdleSockets(siteUrl: string): Promise<WebSocket[]> {
  const channels = 'channels%5B%5D=databases.library.tables.files.rows';
  const url = `${siteUrl.replace(/^http/, 'ws')}/v1/realtime?project=minbar&${channels}`;
  const sockets: WebSocket[] = [];
  for (let at = 0; at < SOCKETS; at += 1) {
    const address = `10.0.${Math.floor(at / 200)}.${at % 200}`;
    const socket = new WebSocket(url, { headers: { 'X-Forwarded-For': address } });
    const [first] = await once(socket, 'message');
    if (!String(first).includes('"connected"')) throw new Error(`Socket ${at} was refused: ${first}`);
    sockets.push(socket);
  }
  return sockets;
}

/** Measures the memory of the process after many requests of a mixed crowd, and with idle sockets. */
export async function measureMemory(requests: number): Promise<string> {
  // The first start publishes the library; an owner's site has usually been started before.
  const first = await startSite();
  await first.stop({ keepData: true });
  const site = await startSite({ dataDir: first.dataDir });
  try {
    const paths = await linkedPaths(site);
    const idle = site.memory();
    await visitMany(site.url, requests, (index) => mixedPath(index, paths));
    const afterRequests = site.memory();
    const sockets = await openIdleSockets(site.url);
    const withSockets = site.memory();
    for (const socket of sockets) socket.terminate();
    const row = (name: string, bytes: number) => [name, megabytes(bytes), verdict(bytes <= MAX_MEMORY_BYTES)];
    return table(
      ['resident memory', 'measured', `≤ ${megabytes(MAX_MEMORY_BYTES)}`],
      [
        row('after the start', idle),
        row(`after ${requests.toLocaleString('en')} requests of a mixed crowd`, afterRequests),
        row(`with ${SOCKETS.toLocaleString('en')} idle sockets`, withSockets),
      ],
    );
  } finally {
    await site.stop();
  }
}
