import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { attacks, type Target } from './attacks/attacks.ts';
import { findBook, writeLibraryWithBook } from './attacks/book.ts';
import { congregate } from './attacks/congregation.ts';
import { readingAttacks } from './attacks/reading-attacks.ts';
import { strangeAttacks } from './attacks/strange-attacks.ts';
import { type Met, visit } from './attacks/visitor.ts';
import { machine } from './harness/machine.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { type SiteProcess, startSiteProcess, temporaryFolder } from './harness/site-process.ts';
import { quantile } from './harness/statistics.ts';

/** Milliseconds, and bytes of resident memory. */
const aims = { home: 250, search: 2000, memory: 250e6 };
/** The hostile client's attack while a congregation visits. */
const worst = ['300 new searches at a time', 'small live messages without end', '2,100 silent connections'];

interface Measured extends Met {
  name: string;
  most: number;
  isRunning: boolean;
}

interface StoredFile {
  $id: string;
  sizeOriginal: number;
}

async function targetOf(siteUrl: string): Promise<Target> {
  const book = await findBook(siteUrl);
  const answer = await fetch(`${siteUrl}/v1/storage/buckets/pdfs/files?project=minbar`);
  const { files } = (await answer.json()) as { files: StoredFile[] };
  const [largest] = files.toSorted((a, b) => b.sizeOriginal - a.sizeOriginal);
  const file = `/v1/storage/buckets/pdfs/files/${largest?.$id}`;
  return { book, lesson: `${file}/view?project=minbar` };
}

/** Starts an attack in a separate process of low priority; returns the function that ends it. */
function begin(name: string, siteUrl: string, address: string, target: Target): () => Promise<void> {
  const program = new URL('attacks/attacker.ts', import.meta.url).pathname;
  const args = ['-n', '10', process.execPath, program, name, siteUrl, address, JSON.stringify(target)];
  const child = spawn('nice', args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const gone = once(child, 'exit');
  return async () => {
    child.stdin.end();
    await gone;
  };
}

async function measure(
  name: string,
  site: SiteProcess,
  ends: (() => Promise<void>)[],
  visiting: Promise<Met>,
): Promise<Measured> {
  let most = 0;
  const look = setInterval(() => {
    if (site.isRunning()) most = Math.max(most, site.memory());
  }, 100);
  const met = await visiting;
  for (const end of ends) await end();
  clearInterval(look);
  return { ...met, name, most, isRunning: site.isRunning() };
}

const whole = (values: readonly number[], share: number) =>
  values.length > 0 ? String(Math.round(quantile(values, share))) : '–';

/** A crowd must not be refused. */
function row({ name, homes, searches, refused, most, isRunning }: Measured, isCrowd = false): string[] {
  const kept =
    isRunning &&
    refused.length === 0 &&
    most < aims.memory &&
    (isCrowd || (quantile(homes, 0.95) < aims.home && Math.max(...searches) < aims.search));
  return [
    name,
    whole(homes, 0.5),
    whole(homes, 0.95),
    whole(searches, 1),
    String(refused.length),
    `${Math.round(most / 1e6)} MB`,
    isRunning ? 'yes' : '**no**',
    verdict(kept),
  ];
}

/** `npm run bench -- attacks`: what an ordinary visitor notices while one client does its worst. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      minute: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
    },
  });
  const library = temporaryFolder();
  writeLibraryWithBook(library);
  const env = { TRUST_PROXY: 'off', LIBRARY_DIR: library };
  // The first start publishes the library; what is attacked is the next one, as with memory.
  const first = await startSiteProcess({ env });
  await targetOf(first.url);
  await first.stop({ keepData: true });
  let site = await startSiteProcess({ env, dataDir: first.dataDir });
  const measured: Measured[] = [];
  let target = await targetOf(site.url);
  // The first visits warm up.
  await visit(site.url, 2);
  measured.push(await measure('nobody', site, [], visit(site.url, Number(values.seconds))));
  for (const [index, { name }] of [...attacks, ...readingAttacks, ...strangeAttacks].entries()) {
    if (!name.includes(values.only)) continue;
    console.log(name);
    const end = begin(name, site.url, `127.0.1.${index + 1}`, target);
    measured.push(await measure(name, site, [end], visit(site.url, Number(values.seconds))));
    console.log(row(measured.at(-1) as Measured).join(' | '), measured.at(-1)?.refused.slice(0, 3));
    if (measured.at(-1)?.isRunning) continue;
    site = await startSiteProcess({ env });
    target = await targetOf(site.url);
  }
  const ends = worst.map((name) => begin(name, site.url, '127.0.2.1', target));
  const coming = congregate(site.url, 300, Number(values.minute), target.lesson);
  const congregation = await measure('300 phones behind one address', site, ends, coming);
  if (congregation.refused.length > 0) console.log(congregation.refused.slice(0, 5));
  await site.stop();
  rmSync(library, { recursive: true });

  const head = [
    'one client',
    'home p50',
    'home p95',
    'search, slowest',
    'refused',
    'memory',
    'same process',
    '',
  ];
  writeSection(
    'attacks',
    `## Attacks

${machine()}

One client without a key does what stands in the first column, for ${values.seconds} seconds. Beside it an ordinary visitor, with a new
connection each time: the home page five times a second, what nobody searched for before once a second; milliseconds. Aims: home
p95 below ${aims.home}, a new search below ${aims.search}, nothing refused, memory below ${aims.memory / 1e6} MB, and the same process at the end. The
server was started with its library published.

${table(
  head,
  measured.map((one) => row(one)),
)}

300 phones behind one address within ${values.minute} seconds, each with the home page, a live connection, a new search and a lesson, while one client at
another address makes 300 new searches at a time, floods live connections and holds 2,100 silent ones; aim: nobody is refused:

${table(head, [row(congregation, true)])}`,
  );
}
