import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePdf } from '../tests/support/sample-pdf.ts';
import { machine } from './harness/machine.ts';
import { verdict, writeSection } from './harness/report.ts';
import { median, pairedRatio } from './harness/statistics.ts';
import { writePrintedLessons } from './publish/printed-lessons.ts';
import { siteMeanwhile } from './publish/site-meanwhile.ts';

/** Publishes a made-up library through the owner's command and prints how long it takes and the most memory it had. */
const root = join(import.meta.dirname, '..');

async function writeLesson(path: string, bytes: number, title: string): Promise<void> {
  await writeFile(path, samplePdf(title, bytes));
  const long = new Date(Date.now() - 3_600_000);
  await utimes(path, long, long);
}

/** `count` lessons in `folders` folders, half of them named in Arabic. */
async function makeLibrary(folder: string, count: number, folders: number, bytes: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const at = index % folders;
    const category = join(folder, at % 2 ? `تصنيف ${at}` : `Category ${at}`);
    await mkdir(category, { recursive: true });
    const name = at % 2 ? `الدرس ${index}.pdf` : `Lesson ${index}.pdf`;
    await writeLesson(join(category, name), bytes, `lesson ${index}`);
  }
}

interface Run {
  seconds: number;
  /** MiB; of the process that publishes and holds the embedded backend. */
  peak: number;
  said: string;
  /** Seconds until the lessons were online, their words not read yet. */
  copied: number;
}

/** Runs the command in a separate process. */
async function publish(folder: string, dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<Run> {
  const began = performance.now();
  const env = { ...process.env, LIBRARY_DIR: folder, DATA_DIR: dataDir, ...settings };
  const measure = `process.on('exit', () => console.log('peak', process.resourceUsage().maxRSS));`;
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(measure)}`,
      'minbar.mjs',
      'library',
      'publish',
      '--yes',
      '--lang',
      'en',
    ],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let [output, copied] = ['', 0];
  child.stdout.on('data', (bytes) => {
    output += bytes;
    if (copied === 0 && /^(Published|Nothing)/m.test(output)) copied = (performance.now() - began) / 1000;
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`exit ${code}: ${output}`);
  const lines = output.trim().split('\n');
  const peak = Number(/^peak (\d+)/.exec(lines.at(-1) ?? '')?.[1]) / 1024;
  return {
    seconds: (performance.now() - began) / 1000,
    peak,
    copied,
    said: lines.findLast((line) => /^(Published|Nothing)/.test(line)) ?? '',
  };
}

/** Times a library from nothing and once more unchanged. */
async function measure(what: string, count: number, folders: number, bytes: number): Promise<void> {
  const room = await mkdtemp(join(tmpdir(), 'minbar-bench-'));
  try {
    const folder = join(room, 'library');
    await makeLibrary(folder, count, folders, bytes);
    for (const turn of ['from nothing', 'unchanged']) {
      const { seconds, peak, said } = await publish(folder, join(room, 'data'));
      const { size } = await stat(join(room, 'data/minbar.db'));
      console.log(
        `${what}, ${turn}: ${seconds.toFixed(1)} s, peak ${peak.toFixed(0)} MiB, database ${(size / 1e6).toFixed(1)} MB. ${said}`,
      );
    }
  } finally {
    await rm(room, { recursive: true, force: true });
  }
}

/** The most that the words of lessons may add to the time of their copy. */
const mostAdded = 1.5;
/** A machine is faster in one minute than in the next: copies with and without words take turns. */
const wordRounds = 5;

/** Times a library of lessons of ten pages against a copy of the same files without their words. */
async function measureWords(count: number): Promise<void> {
  const room = await mkdtemp(join(tmpdir(), 'minbar-bench-'));
  try {
    const folder = join(room, 'library');
    await writePrintedLessons(folder, count);
    const alone: Run[] = [];
    const whole: Run[] = [];
    for (let round = 0; round < wordRounds; round++) {
      for (const data of ['alone', 'data']) await rm(join(room, data), { recursive: true, force: true });
      alone.push(await publish(folder, join(room, 'alone'), { VITE_APPWRITE_PAGES_TABLE_ID: 'none' }));
      whole.push(await publish(folder, join(room, 'data')));
    }
    const middle = (runs: readonly Run[], figure: 'seconds' | 'copied' | 'peak') =>
      median(runs.map((run) => run[figure]));
    const secondsOf = (runs: readonly Run[]) => runs.map(({ seconds }) => seconds);
    const added = pairedRatio(secondsOf(whole), secondsOf(alone)) - 1;
    const size = async (data: string) => (await stat(join(room, data, 'minbar.db'))).size;
    const [full, empty] = [await size('data'), await size('alone')];
    writeSection(
      'words',
      `## Publishing the words of lessons

${machine()}

${count} lessons of ten pages, medians of ${wordRounds} rounds: copied alone in ${middle(alone, 'seconds').toFixed(1)} s; with their words
online after ${middle(whole, 'copied').toFixed(1)} s, all read after ${middle(whole, 'seconds').toFixed(1)} s, peak ${middle(whole, 'peak').toFixed(0)} MiB. The words add ${added.toFixed(2)} times the
copy (allowed ${mostAdded}: ${verdict(added <= mostAdded)}). The database has ${(full / 1e6).toFixed(1)} MB, without them ${(empty / 1e6).toFixed(1)} MB.

${await siteMeanwhile(folder, join(room, 'alone'), count)}`,
    );
  } finally {
    await rm(room, { recursive: true, force: true });
  }
}

/** `npm run bench -- publish [files]`: the default is the 2,000 files in 40 folders that the command is built for; `words [lessons]` measures the words alone. */
export async function main([files = '2000', lessons = '1000']: string[]): Promise<void> {
  if (files === 'words') return measureWords(Number(lessons));
  await measure(`${files} files of 20 kB in 40 folders`, Number(files), 40, 20_000);
  for (const megabytes of [10, 80])
    await measure(`3 files of ${megabytes} MB`, 3, 1, megabytes * 1024 * 1024);
  await measureWords(Number(lessons));
}
