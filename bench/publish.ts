import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Query } from 'node-appwrite';
import { samplePdf } from '../tests/support/sample-pdf.ts';
import { startProcess } from './harness/processes.ts';
import { median, pairedRatio, table, verdict, writeSection } from './harness/report.ts';
import { libraryTables, startSite, temporaryFolder } from './harness/site.ts';
import { writePrintedLessons } from './publish/printed-lessons.ts';

const MAX_RATIO = 2;
const MAX_WORDS_SECONDS = 60;
const MAX_CHANGE_MS = 1000;
const ROUNDS = 3;
const FOLDERS = 40;

interface Run {
  /** Seconds until the command ended, with all words read. */
  seconds: number;
  /** Seconds until the command printed that the lessons were published. */
  published: number;
  /** MiB of the process that publishes and holds the embedded backend. */
  peak: number;
}

/** Runs an owner's command in a separate process. Rejects if it fails. */
async function runCommand(env: NodeJS.ProcessEnv, ...command: string[]): Promise<Run> {
  const start = performance.now();
  const reportPeak = `process.on('exit', () => console.log('peak', process.resourceUsage().maxRSS));`;
  const { child, ended } = startProcess(
    [
      process.execPath,
      '--import',
      `data:text/javascript,${encodeURIComponent(reportPeak)}`,
      'minbar.mjs',
      'library',
      ...command,
      '--yes',
      '--lang',
      'en',
    ],
    { env, output: 'pipe' },
  );
  let [output, published] = ['', 0];
  const read = (bytes: Buffer) => {
    output += bytes;
    if (published === 0 && /^Published/m.test(output)) published = (performance.now() - start) / 1000;
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  const code = await ended;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`);
  return {
    seconds: (performance.now() - start) / 1000,
    published,
    peak: Number(/^peak (\d+)/m.exec(output)?.[1]) / 1024,
  };
}

/** Measures the publication of printed lessons with and without their words, alternately. */
async function measureWords(count: number): Promise<string> {
  const folder = temporaryFolder();
  try {
    const library = join(folder, 'library');
    await writePrintedLessons(library, count);
    const [without, withWords]: [Run[], Run[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const publish = (name: string, env: NodeJS.ProcessEnv) =>
        runCommand({ LIBRARY_DIR: library, DATA_DIR: join(folder, `${name}-${round}`), ...env }, 'publish');
      without.push(await publish('without', { VITE_APPWRITE_PAGES_TABLE_ID: 'none' }));
      withWords.push(await publish('words', {}));
    }
    const secondsUntilOnline = (runs: readonly Run[]) => runs.map((run) => run.published);
    const ratio = pairedRatio(secondsUntilOnline(withWords), secondsUntilOnline(without));
    const words = median(withWords.map((run) => run.seconds - run.published));
    return `${count} lessons of ten pages, medians of ${ROUNDS} rounds in turns: published in ${median(secondsUntilOnline(withWords)).toFixed(1)} s, ${ratio.toFixed(2)} times a
publication without words (bound ${MAX_RATIO}: ${verdict(ratio <= MAX_RATIO)}). All words can be found ${words.toFixed(0)} s later (bound ${MAX_WORDS_SECONDS}: ${verdict(words <= MAX_WORDS_SECONDS)}).
The command takes up to ${Math.max(...withWords.map(({ peak }) => peak)).toFixed(0)} MiB.`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a lesson that seems to have been there for an hour. */
async function writeLesson(path: string, title: string): Promise<void> {
  await writeFile(path, samplePdf(title, 20_000));
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(path, hourAgo, hourAgo);
}

/** Measures what an owner of a large library waits for. */
async function measureLargeLibrary(count: number): Promise<string> {
  const folder = temporaryFolder();
  const [library, dataDir] = [join(folder, 'library'), join(folder, 'data')];
  const env = { LIBRARY_DIR: library, DATA_DIR: dataDir };
  try {
    for (let index = 0; index < count; index++) {
      const category = join(library, `Category ${index % FOLDERS}`);
      await mkdir(category, { recursive: true });
      await writeLesson(join(category, `Lesson ${index}.pdf`), `lesson ${index}`);
    }
    const rows: string[][] = [];
    const measure = async (name: string, ...command: string[]) => {
      const { published, seconds, peak } = await runCommand(env, ...command);
      rows.push([
        name,
        published > 0 ? published.toFixed(1) : '',
        seconds.toFixed(1),
        `${peak.toFixed(0)} MiB`,
      ]);
    };
    await measure('first publication, words included', 'publish');
    await measure('nothing changed', 'publish');
    await writeLesson(join(library, 'Category 1/Lesson 1.pdf'), 'corrected');
    await measure('one corrected lesson', 'publish');
    await measure('undo', 'undo');
    await measure('backup', 'backup', join(folder, 'backup.tar'));
    const site = await startSite({ dataDir, env: { LIBRARY_DIR: library, WATCH: 'on' } });
    const memory = `${(site.memory() / 2 ** 20).toFixed(0)} MiB`;
    rows.push(['start of the site', '', (site.readyAfterMs / 1000).toFixed(1), memory]);
    await writeLesson(join(library, 'Category 3/Lesson 3.pdf'), 'corrected too');
    await measure('one corrected lesson, the site running', 'publish');
    const waits = await measureNewLessons(site.url, library);
    await site.stop({ keepData: true });
    return `${count.toLocaleString('en')} lessons of 20 kB in ${FOLDERS} folders:

${table(['', 'published after, s', 'ended after, s', 'peak'], rows)}

A lesson put into the folder while the site runs is on the page after ${median(waits).toFixed(0)} ms (median of ${waits.length}; bound ${MAX_CHANGE_MS}: ${verdict(median(waits) <= MAX_CHANGE_MS)}).`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the milliseconds until lessons moved into the folder, one after the other, are on the page. */
async function measureNewLessons(siteUrl: string, library: string): Promise<number[]> {
  const tables = libraryTables(siteUrl);
  const waits: number[] = [];
  for (let at = 0; at < 5; at++) {
    // The previous publication, including its words, has finished.
    await sleep(5000);
    const fileName = `New lesson ${at}.pdf`;
    const queries = [Query.equal('fileName', fileName), Query.limit(1)];
    const start = performance.now();
    await writeLesson(join(library, 'Category 2', fileName), fileName);
    while ((await tables.listRows({ databaseId: 'library', tableId: 'files', queries })).total === 0)
      await sleep(20);
    waits.push(performance.now() - start);
  }
  return waits;
}

/** `npm run bench -- publish [--words 1000] [--lessons 10000]`: publishing a folder, with and without words, and a large library. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      words: { type: 'string', default: '1000' },
      lessons: { type: 'string', default: '10000' },
    },
  });
  writeSection(
    'publish',
    `## Publishing

${await measureWords(Number(values.words))}

${await measureLargeLibrary(Number(values.lessons))}`,
  );
}
