import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Models, Query } from 'node-appwrite';
import { plainPdf } from '../tests/support/plain-pdf.ts';
import { attacks, type Target } from './attacks/attacks.ts';
import { type Visits, visit, visitTogether } from './attacks/visitor.ts';
import { megabytes, quantile, table, verdict, writeSection } from './harness/report.ts';
import { libraryTables, type Site, startSite, temporaryFolder } from './harness/site.ts';

const MAX_HOME_P95_MS = 250;
const MAX_SEARCH_MS = 2000;
const MAX_MEMORY_BYTES = 250e6;
const BOOK_PAGES = 2000;
/** Attacks that run while many visitors share an address. */
const worst = ['300 new searches at a time', 'small live messages without end', '2,100 silent connections'];

/** Fills a folder with the sample library and a book, each of whose pages takes a while to draw. */
function writeLibrary(folder: string): void {
  const samples = new URL('../content/library', import.meta.url).pathname;
  cpSync(samples, folder, { recursive: true });
  const line = (at: number) =>
    `line ${at} of a long lesson about the travellers prayer and its twelve rulings`;
  const text = Array.from({ length: BOOK_PAGES }, (_, page) =>
    Array.from({ length: 50 }, (_, at) => line(page * 50 + at)),
  );
  mkdirSync(join(folder, 'Books'));
  writeFileSync(join(folder, 'Books', 'Book.pdf'), plainPdf(text), 'latin1');
}

/** Waits until the words of the book are searchable: reading them uses the machine's time. */
async function findTarget(siteUrl: string): Promise<Target> {
  const tables = libraryTables(siteUrl);
  const list = async <Row>(tableId: string, ...queries: string[]) =>
    (await tables.listRows<Row & Models.Row>({ databaseId: 'library', tableId, queries })).rows;
  const [book] = await list<{ fileId: string; category: { $id: string } }>(
    'files',
    Query.select(['*', 'category.*']),
    Query.equal('fileName', 'Book.pdf'),
  );
  if (!book) throw new Error('the library has no book');
  while ((await list('pages', Query.equal('page', BOOK_PAGES))).length === 0) await sleep(500);
  const [largest] = await list<{ url: string }>('files', Query.orderDesc('fileSize'), Query.limit(1));
  const { pathname, search } = new URL(largest?.url ?? '', siteUrl);
  return {
    book: { id: book.$id, fileId: book.fileId, pages: BOOK_PAGES },
    category: book.category.$id,
    lesson: pathname + search,
  };
}

/** Starts an attack in a separate process of low priority; returns the function that ends it. */
function startAttack(name: string, siteUrl: string, address: string, target: Target): () => Promise<void> {
  const program = new URL('attacks/attacker.ts', import.meta.url).pathname;
  const args = ['-n', '10', process.execPath, program, name, siteUrl, address, JSON.stringify(target)];
  const child = spawn('nice', args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  return async () => {
    child.stdin.end();
    await ended;
  };
}

interface Measured extends Visits {
  name: string;
  /** Maximum bytes of resident memory so far. */
  peak: number;
  isRunning: boolean;
}

async function measure(
  name: string,
  site: Site,
  endings: (() => Promise<void>)[],
  visiting: Promise<Visits>,
): Promise<Measured> {
  let peak = 0;
  const timer = setInterval(() => {
    if (site.isRunning()) peak = Math.max(peak, site.memory());
  }, 100);
  const visits = await visiting;
  for (const end of endings) await end();
  clearInterval(timer);
  return { ...visits, name, peak, isRunning: site.isRunning() };
}

const milliseconds = (values: readonly number[], share: number) =>
  values.length > 0 ? String(Math.round(quantile(values, share))) : '–';

/** Many visitors load the server themselves: no time limit applies, but no request may be refused. */
function row(
  { name, homes, searches, refused: refusals, peak, isRunning }: Measured,
  isCrowd = false,
): string[] {
  const isFast =
    isCrowd || (quantile(homes, 0.95) <= MAX_HOME_P95_MS && Math.max(...searches) <= MAX_SEARCH_MS);
  const isMet = isRunning && refusals.length === 0 && peak <= MAX_MEMORY_BYTES && isFast;
  return [
    name,
    milliseconds(homes, 0.5),
    milliseconds(homes, 0.95),
    milliseconds(searches, 1),
    String(refusals.length),
    megabytes(peak),
    isRunning ? 'yes' : '**no**',
    verdict(isMet),
  ];
}

/** `npm run bench -- attacks [--only words]`: effects on an ordinary visitor while one client attacks. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      minute: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
    },
  });
  const seconds = Number(values.seconds);
  const library = temporaryFolder();
  writeLibrary(library);
  const env = { TRUST_PROXY: 'off', LIBRARY_DIR: library };
  // The first start publishes the library; an owner's site has usually been started before.
  const first = await startSite({ env });
  await findTarget(first.url);
  await first.stop({ keepData: true });
  let site = await startSite({ env, dataDir: first.dataDir });
  let target = await findTarget(site.url);
  // The first visits warm up.
  await visit(site.url, 2);
  const measurements = [await measure('nobody', site, [], visit(site.url, seconds))];
  for (const [index, name] of Object.keys(attacks).entries()) {
    if (!name.includes(values.only)) continue;
    const end = startAttack(name, site.url, `127.0.1.${index + 1}`, target);
    const result = await measure(name, site, [end], visit(site.url, seconds));
    measurements.push(result);
    console.log(row(result).join(' | '), result.refused.slice(0, 3));
    if (result.isRunning) continue;
    site = await startSite({ env });
    target = await findTarget(site.url);
  }
  const endings = worst.map((name) => startAttack(name, site.url, '127.0.2.1', target));
  const crowd = { phones: 300, seconds: Number(values.minute), lesson: target.lesson };
  const together = await measure(
    '300 phones behind one address',
    site,
    endings,
    visitTogether(site.url, crowd),
  );
  console.log(row(together, true).join(' | '), together.refused.slice(0, 5));
  await site.stop();
  rmSync(library, { recursive: true });

  const head = [
    'one client',
    'home p50',
    'home p95',
    'slowest search',
    'refused',
    'memory',
    'same process',
    '',
  ];
  writeSection(
    'attacks',
    `## Attacks

One client without a key attacks for ${seconds} seconds. Beside it an ordinary visitor, with a new connection each time, opens the home page five
times a second and makes a new search once a second; milliseconds. Bounds: home p95 ${MAX_HOME_P95_MS}, a new search ${MAX_SEARCH_MS}, nothing refused,
${megabytes(MAX_MEMORY_BYTES)}, and the same process at the end.

${table(
  head,
  measurements.map((each) => row(each)),
)}

300 phones behind one address within ${values.minute} seconds, each with the home page, a live connection, a new search and a lesson, beside three
attacks at once (${worst.join('; ')}). Bound: nobody is refused.

${table(head, [row(together, true)])}`,
  );
}
