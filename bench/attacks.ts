import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Query } from 'node-appwrite';
import { WebSocket } from 'ws';
import { allFiles } from '../tests/e2e/support/sample-library.ts';
import { createTextPdf } from '../tests/support/text-pdf.ts';
import { attacks, type Book } from './attacker.ts';
import { type Program, type Site, start, startSite, temporaryFolder } from './harness/programs.ts';
import { quantile, readOptions, table, verdict, writeSection } from './harness/report.ts';
import { send } from './harness/visitors.ts';

/** Bounds for the visitor's requests, and for the site's memory. */
const MAX_HOME_P95_MS = 250;
const MAX_SEARCH_MS = 2000;
const MAX_MEMORY_BYTES = 250e6;
const TIMEOUT_MS = 10_000;
const BOOK_PAGES = 2000;
const PHONES = 300;
const PHONES_ADDRESS = '127.0.0.3';
/** The low priority keeps an attack from slowing down the visitor's process. */
const attackerCommand = ['nice', '-n', '10', process.execPath, join(import.meta.dirname, 'attacker.ts')];

/** Attacks that run while many visitors share an address. */
const worstAttacks = [
  '300 new searches at a time',
  'small live messages without end',
  '2,100 silent connections',
];

async function findBook(siteUrl: string): Promise<Book> {
  const [book] = await allFiles(siteUrl, 'en', Query.equal('fileName', 'Book.pdf'));
  if (!book) throw new Error('The library has no book.');
  return { ...book, pages: BOOK_PAGES };
}

/** Creates a folder with the sample library and a book of `BOOK_PAGES` pages. */
function createLibrary(): string {
  const folder = temporaryFolder();
  cpSync(join(import.meta.dirname, '../content/library'), folder, { recursive: true });
  const line = (index: number) =>
    `line ${index} of a long lesson about the travellers prayer and its twelve rulings`;
  const text = Array.from({ length: BOOK_PAGES }, (_, page) =>
    Array.from({ length: 50 }, (_, index) => line(page * 50 + index)),
  );
  mkdirSync(join(folder, 'Books'));
  writeFileSync(join(folder, 'Books/Book.pdf'), createTextPdf(text), 'latin1');
  return folder;
}

/** Response times of visitors' requests in milliseconds, and the errors of failed or refused requests. */
interface VisitTimes {
  homes: number[];
  searches: number[];
  errors: string[];
}

/** Opens a page with a new connection from a local address. Returns the milliseconds; rejects unless the status is 200. */
async function open(url: string, localAddress = '127.0.0.1'): Promise<number> {
  const headers = { 'Accept-Encoding': 'br' };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { status, milliseconds } = await send(url, { agent: false, localAddress, headers, signal });
  if (status !== 200) throw new Error(`${url}: ${status}`);
  return milliseconds;
}

/** Opens a live connection that listens for new lessons. Rejects if the site refuses the connection. */
async function listen(siteUrl: string, localAddress: string): Promise<WebSocket> {
  const channels = 'channels%5B%5D=databases.library.tables.files.rows';
  const url = `${siteUrl.replace('http', 'ws')}/v1/realtime?project=minbar&${channels}`;
  const socket = new WebSocket(url, { localAddress });
  const [first] = await once(socket, 'message');
  if (!String(first).includes('"connected"')) throw new Error(`A live connection was refused: ${first}`);
  return socket.on('error', () => undefined);
}

const homeAt = (index: number) => (index % 2 === 0 ? '/' : '/?lang=ar');
let count = 0;
const newSearch = () => `/?search=wudu+${process.pid}+${count++}`;

/** Simulates a visitor who opens the home page five times a second and makes a new search every second. */
async function visit(siteUrl: string, seconds: number): Promise<VisitTimes> {
  const visits: VisitTimes = { homes: [], searches: [], errors: [] };
  const record = (times: number[], path: string) =>
    open(siteUrl + path).then(
      (time) => times.push(time),
      (error: Error) => visits.errors.push(error.message),
    );
  const pending: Promise<unknown>[] = [];
  for (let tick = 0; tick < seconds * 5; tick += 1) {
    pending.push(record(visits.homes, homeAt(tick)));
    if (tick % 5 === 0) pending.push(record(visits.searches, newSearch()));
    await sleep(200);
  }
  await Promise.all(pending);
  return visits;
}

/** Simulates many phones behind one address: each opens the home page, a search and a lesson, and listens for new lessons. */
async function visitTogether(siteUrl: string, seconds: number, lesson: string): Promise<VisitTimes> {
  const visits: VisitTimes = { homes: [], searches: [], errors: [] };
  const sockets: WebSocket[] = [];
  const usePhone = async (_: unknown, index: number) => {
    await sleep((index * seconds * 1000) / PHONES);
    try {
      visits.homes.push(await open(siteUrl + homeAt(index), PHONES_ADDRESS));
      sockets.push(await listen(siteUrl, PHONES_ADDRESS));
      visits.searches.push(await open(siteUrl + newSearch(), PHONES_ADDRESS));
      await open(siteUrl + lesson, PHONES_ADDRESS);
    } catch (error) {
      visits.errors.push((error as Error).message);
    }
  };
  await Promise.all(Array.from({ length: PHONES }, usePhone));
  const closedCount = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
  if (closedCount > 0) visits.errors.push(`${closedCount} live connections were closed`);
  for (const socket of sockets) socket.terminate();
  return visits;
}

const columns = ['one client', 'home p50', 'p95', 'slowest search', 'refused', 'memory', 'same process', ''];

/** Waits until the visits during an attack end, then stops the attackers. Returns a table row; rejects if an attacker ended early. */
async function measure(
  name: string,
  site: Site,
  attackers: readonly Program[],
  pendingVisits: Promise<VisitTimes>,
  isTimed = true,
): Promise<string[]> {
  let peak = 0;
  const timer = setInterval(() => {
    if (site.isRunning()) peak = Math.max(peak, site.memory());
  }, 100);
  const { homes, searches, errors } = await pendingVisits;
  for (const attacker of attackers)
    if ((await attacker.stop('SIGKILL')) !== 'SIGKILL') throw new Error(`The attack "${name}" ended early.`);
  clearInterval(timer);
  const [p50, p95, slowest] = [quantile(homes, 0.5), quantile(homes, 0.95), Math.max(...searches)];
  const isFast = !isTimed || (p95 <= MAX_HOME_P95_MS && slowest <= MAX_SEARCH_MS);
  const isMet = site.isRunning() && errors.length === 0 && peak <= MAX_MEMORY_BYTES && isFast;
  const row = [
    name,
    ...[p50, p95, slowest].map((milliseconds) => milliseconds.toFixed(0)),
    String(errors.length),
    `${(peak / 1e6).toFixed(0)} MB`,
    site.isRunning() ? 'yes' : '**no**',
    verdict(isMet),
  ];
  console.log(row.join(' | '), errors.slice(0, 3));
  return row;
}

/**
 * Runs `npm run bench -- attacks [--only part-of-a-name]`: measures the effects of one attacking client on an ordinary visitor, then of
 * three simultaneous attacks on 300 phones behind one address.
 */
export async function main(args: string[]): Promise<void> {
  const { seconds, phoneSeconds, only } = readOptions(args, { seconds: 10, phoneSeconds: 60, only: '' });
  const env = { TRUST_PROXY: 'off', LIBRARY_DIR: createLibrary() };
  let site = await startSite({ env });
  let book = await findBook(site.url);
  const attack = (name: string, localAddress: string) =>
    start([...attackerCommand, name, site.url, localAddress, JSON.stringify(book)]);
  // The first visits are a warm-up.
  await visit(site.url, 2);
  const rows = [await measure('no attack', site, [], visit(site.url, seconds))];
  for (const [index, name] of Object.keys(attacks).entries()) {
    if (!name.includes(only)) continue;
    const attackers = [attack(name, `127.0.1.${index + 1}`)];
    rows.push(await measure(name, site, attackers, visit(site.url, seconds)));
    if (site.isRunning()) continue;
    site = await startSite({ env });
    book = await findBook(site.url);
  }
  const attackers = worstAttacks.map((name) => attack(name, '127.0.2.1'));
  const pendingVisits = visitTogether(site.url, phoneSeconds, book.url);
  const phonesRow = await measure('300 phones behind one address', site, attackers, pendingVisits, false);
  await site.stop();
  writeSection(
    'attacks',
    `## Attacks

One client without a key attacks for ${seconds} seconds. At the same time, an ordinary visitor opens the home page five times a second and makes a
new search once a second, each with a new connection; milliseconds. Bounds: home p95 ${MAX_HOME_P95_MS}, a new search ${MAX_SEARCH_MS}, nothing refused,
${MAX_MEMORY_BYTES / 1e6} MB, and the same process at the end.

${table(columns, rows)}

${PHONES} phones behind one address within ${phoneSeconds} seconds, each with the home page, a live connection, a new search and a lesson, during
three simultaneous attacks (${worstAttacks.join('; ')}). Bound: no request is refused.

${table(columns, [phonesRow])}`,
  );
}
