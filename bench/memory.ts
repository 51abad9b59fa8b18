import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeLessons } from './harness/lessons.ts';
import { machine } from './harness/machine.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { type SiteProcess, startSiteProcess, temporaryFolder } from './harness/site-process.ts';
import { median } from './harness/statistics.ts';
import { openIdleSockets } from './memory/idle-sockets.ts';
import { visitMany, visitOf } from './memory/visits.ts';

const largest = 150 * 1e6;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** `npm run bench -- memory`: what the process holds after a crowd, with idle sockets and over a soak; and its start. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '100000' },
      sockets: { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '2' },
      lessons: { type: 'string', default: '10000' },
    },
  });
  const [requests, sockets, minutes, lessons] = [
    Number(values.requests),
    Number(values.sockets),
    Number(values.minutes),
    Number(values.lessons),
  ];
  const start = await measureStart(lessons);
  const held = await measureMemory(requests, sockets, minutes);

  const rows = [
    ['idle after its start', held.idle, ''],
    [
      `after ${requests.toLocaleString('en')} requests`,
      held.afterRequests,
      verdict(held.afterRequests <= largest),
    ],
    [
      `with ${sockets.toLocaleString('en')} idle sockets`,
      held.withSockets,
      verdict(held.withSockets <= largest),
    ],
  ] as const;
  const [first, last] = [median(held.soak.slice(0, 3)), median(held.soak.slice(-3))];
  writeSection(
    'memory',
    `## Memory and start

${machine()}

${table(
  ['resident memory', 'measured', 'aim 150 MB'],
  rows.map(([name, bytes, kept]) => [name, megabytes(bytes), kept]),
)}

A mixed crowd of 64 connections (pages in both languages, filters, searches that nobody made before, assets, lessons, rows,
wrong addresses). Over ${minutes} minutes more of it, from ${megabytes(first)} at first to ${megabytes(last)} at last (medians of three
samples, one every ${sampleSeconds} s; ${held.soak.map((bytes) => Math.round(bytes / 1e6)).join(', ')} MB).

Start with ${lessons.toLocaleString('en')} lessons in the library: ready after ${median(start).toFixed(0)} ms (median of ${start.length}: ${start
      .map((one) => one.toFixed(0))
      .join(', ')}); aim 1000 ms: ${verdict(median(start) < 1000)}.`,
  );
}

const sampleSeconds = 10;

async function measureMemory(requests: number, sockets: number, minutes: number) {
  // The first start publishes the library; what an owner has is the next one.
  const first = await startSiteProcess();
  await first.stop({ keepData: true });
  const site = await startSiteProcess({ dataDir: first.dataDir });
  try {
    await sleep(5000);
    const idle = site.memory();
    console.log(`idle: ${megabytes(idle)}; ${requests} requests …`);
    const paths = await pathsOf(site);
    await visitMany(site.url, requests, (index) => visitOf(index, paths));
    const afterRequests = site.memory();
    console.log(`after them: ${megabytes(afterRequests)}; ${sockets} sockets …`);
    const close = await openIdleSockets(site.url, sockets);
    await sleep(3000);
    const withSockets = site.memory();
    close();
    console.log(`with the sockets: ${megabytes(withSockets)}; ${minutes} minutes of requests …`);
    const soak: number[] = [];
    for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
      const sampled = Date.now() + sampleSeconds * 1000;
      for (let from = requests; Date.now() < sampled; from += 2000) {
        await visitMany(site.url, 2000, (index) => visitOf(from + index, paths));
      }
      soak.push(site.memory());
    }
    return { idle, afterRequests, withSockets, soak };
  } finally {
    await site.stop();
  }
}

async function pathsOf(site: SiteProcess): Promise<{ assets: string[]; lessons: string[] }> {
  const html = await (await fetch(site.url)).text();
  const found = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, path = '']) => path))];
  return {
    assets: found(/"(\/assets\/[^"]+)"/g),
    lessons: found(/href="(?:http:\/\/[^/"]+)?(\/lesson\/[^"]+)"/g).map((path) =>
      path.replaceAll('&amp;', '&'),
    ),
  };
}

/** Milliseconds until ready, of five starts with a library of that many lessons. */
async function measureStart(lessons: number): Promise<number[]> {
  const folder = temporaryFolder();
  console.log(`publishing ${lessons} lessons once …`);
  writeLessons(folder, 0, lessons, 1);
  const env = { LIBRARY_DIR: folder };
  const first = await startSiteProcess({ env });
  const { dataDir } = first;
  await first.stop({ keepData: true });
  try {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const site = await startSiteProcess({ dataDir, env });
      times.push(site.readyAfter);
      await site.stop({ keepData: true });
    }
    return times;
  } finally {
    for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true });
  }
}
