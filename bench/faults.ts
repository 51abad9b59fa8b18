import { copyFile, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { textOf } from '../tests/library/lesson-folder.ts';
import { Owner, texts, visit } from '../tests/library/owner.ts';
import { KEY, projectSchema } from '../tests/support/backend.ts';
import { startHostedDouble } from '../tests/support/hosted-double.ts';
import { startProcess } from './harness/processes.ts';

/** Path to text; null for a dead link. */
type Lessons = Map<string, string | null>;
type Random = () => number;

const kinds = ['publish', 'undo', 'site', 'undo beside the site', 'backup', 'restore', 'mirror'] as const;
type Kind = (typeof kinds)[number];

interface Bench {
  owner: Owner;
  random: Random;
  /** Settings that make the hosted project the mirror of the library. */
  hosted: Record<string, string>;
  /** Path of the last complete backup. */
  archive: string;
  /** Milliseconds of each command's fastest complete run so far. */
  durations: Map<string, number>;
}

/**
 * `npm run bench -- faults [--minutes 10] [--lessons 60] [--seed N]`: kills site and commands at random while an owner publishes,
 * then compares visitors' lessons with the folder. Ends with 1 if anything is lost or left behind.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      lessons: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  console.log(`seed ${values.seed}, ${values.lessons} lessons, ${values.minutes} minutes`);
  const owner = await Owner.make();
  // Commands in a checkout take its texts, which a restore must find unchanged.
  await copyFile('content/site.json', join(owner.root, 'content/site.json'));
  const project = await startHostedDouble({ siteOrigin: 'http://localhost:4173' });
  const bench: Bench = {
    owner,
    random: createRandom(Number(values.seed)),
    hosted: {
      APPWRITE_ENDPOINT: project.endpoint,
      APPWRITE_PROJECT_ID: projectSchema.projectId,
      APPWRITE_API_KEY: KEY,
    },
    archive: join(owner.root, 'backup.tar'),
    durations: new Map(),
  };
  let [rounds, kills, faults] = [0, 0, 0];
  try {
    for (let at = 0; at < Number(values.lessons); at++)
      await owner.folder.write(`Category ${at % 6}/Lesson ${at}.pdf`, `lesson ${at}`);
    // Builds the site once, so that no kill interrupts the build.
    await start(bench, ['build']).ended;
    await complete(bench);
    await run(bench, 'backup', bench.archive);
    for (const end = Date.now() + Number(values.minutes) * 60_000; Date.now() < end; rounds++) {
      const kind = kinds[Math.floor(bench.random() * kinds.length)] ?? 'publish';
      const { wasKilled, messages } = await playRound(bench, kind);
      kills += wasKilled ? 1 : 0;
      faults += messages.length;
      for (const message of messages) console.log(`round ${rounds} (${kind}): ${message}`);
      if (rounds % 25 === 24) console.log(`${rounds + 1} rounds, ${kills} killed`);
    }
  } finally {
    await project.stop();
    await owner.leave();
  }
  console.log(`${rounds} rounds, ${kills} killed, ${faults} losses and leftovers`);
  process.exitCode = faults > 0 ? 1 : 0;
}

async function playRound(bench: Bench, kind: Kind): Promise<{ wasKilled: boolean; messages: string[] }> {
  const { owner, random } = bench;
  // A site with a hosted project shows the project's library.
  const look = () => (kind === 'mirror' ? mirroredLessons(bench) : visitedLessons(owner));
  const before = await look();
  const isUndo = kind.startsWith('undo');
  if (!isUndo) await changeFolder(owner, random);
  const folder = await lessonsIn(owner.folder.path);
  const expected = await lessonsIn(owner.folder.path, 'published');
  const wasKilled = await kill(bench, kind);
  const after = await look();
  const messages = [...after].flatMap(([path, text]) => (text === null ? [`${path} is a dead link`] : []));
  // An undo and a restore may remove lessons that the folder still has, until the next publication.
  if (!isUndo && kind !== 'restore') messages.push(...missingLessons(before, after, expected));
  messages.push(...(await complete(bench)));
  if (kind === 'backup' || kind === 'restore') await run(bench, 'backup', bench.archive);
  if (kind === 'mirror') messages.push(...(await completeMirror(bench)));
  const inFolder = new Set((await lessonsIn(owner.folder.path)).values());
  for (const text of folder.values())
    if (!inFolder.has(text)) messages.push(`"${text}" is not in the folder`);
  messages.push(...(await leftovers(owner)));
  return { wasKilled, messages };
}

/** Lists unchanged lessons of the folder that visitors found before but not now. */
function missingLessons(before: Lessons, after: Lessons, folder: Lessons): string[] {
  const [visible, present] = [new Set(after.values()), new Set(folder.values())];
  return [...before.values()]
    .filter((text) => text !== null && present.has(text) && !visible.has(text))
    .map((text) => `"${text}" is not found`);
}

/** Publishes until nothing is left to do, and compares what visitors find with the folder. */
async function complete(bench: Bench): Promise<string[]> {
  const failure = await publishAll(bench);
  if (failure) return [failure];
  const verification = await bench.owner.run('verify');
  return [
    ...(await differences(bench, await visitedLessons(bench.owner), 'visitors find')),
    ...(verification.code === 0 ? [] : [`verify: ${verification.text}`]),
  ];
}

/** Publishes to the hosted project, and compares it with the folder. */
async function completeMirror(bench: Bench): Promise<string[]> {
  const { owner, hosted } = bench;
  const env = owner.env;
  owner.env = { ...env, ...hosted };
  try {
    const failure = await publishAll(bench);
    if (failure) return [failure];
    return differences(bench, await mirroredLessons(bench), 'the mirror has');
  } finally {
    owner.env = env;
  }
}

async function publishAll({ owner }: Bench): Promise<string | undefined> {
  let confirmation: string[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    const { code, text } = await owner.run('publish', '--yes', ...confirmation);
    if (code === 0) return;
    confirmation = /--remove \d+/.exec(text)?.[0].split(' ') ?? [];
    if (attempt === 3) return `cannot be completed: ${text}`;
  }
}

async function differences({ owner }: Bench, visible: Lessons, moment: string): Promise<string[]> {
  const expected = await lessonsIn(owner.folder.path, 'published');
  return [...new Set([...visible.keys(), ...expected.keys()])]
    .filter((path) => visible.get(path) !== expected.get(path))
    .map((path) => `${path}: ${moment} ${visible.get(path)}, the folder has ${expected.get(path)}`);
}

function start(bench: Bench, args: string[], env: Record<string, string> = {}) {
  const { owner } = bench;
  const settings = { ...owner.env, ...env, INIT_CWD: owner.root, PORT: '0', HOST: '127.0.0.1' };
  return startProcess([process.execPath, 'minbar.mjs', ...args], { env: settings });
}

const run = ({ owner }: Bench, ...args: string[]) => owner.run(...args, '--yes');

/** Kills the process of a round at a random moment. Returns whether it was still running. */
async function kill(bench: Bench, kind: Kind): Promise<boolean> {
  if (kind === 'site') return killSite(bench);
  if (kind === 'undo beside the site') return killBesideSite(bench);
  if (kind === 'mirror') return killCommand(bench, ['publish'], bench.hosted);
  if (kind === 'publish' || kind === 'undo') return killCommand(bench, [kind]);
  return killCommand(bench, [kind, bench.archive]);
}

async function killCommand(bench: Bench, command: string[], env = {}): Promise<boolean> {
  const key = command[0] ?? '';
  const usual = bench.durations.get(key) ?? 1500;
  const began = performance.now();
  const { child, ended } = start(bench, ['library', ...command, '--yes', '--lang', 'en'], env);
  // A starting command writes nothing, so more kills come later.
  await Promise.race([ended, sleep(usual * (0.2 + bench.random() * 0.9))]);
  child.kill('SIGKILL');
  const wasKilled = (await ended) === 'SIGKILL';
  const duration = performance.now() - began;
  bench.durations.set(key, wasKilled ? usual * 1.02 : usual * 0.8 + duration * 0.2);
  return wasKilled;
}

async function killSite(bench: Bench): Promise<boolean> {
  const { child, ended } = start(bench, ['start']);
  await Promise.race([ended, sleep(1000 + bench.random() * 4000)]);
  child.kill('SIGKILL');
  const wasKilled = (await ended) === 'SIGKILL';
  // Its child processes end by themselves at their next step.
  await sleep(1000);
  return wasKilled;
}

/** Kills an undo that the site carries out, gives the site a moment to complete it, and kills the site too. */
async function killBesideSite(bench: Bench): Promise<boolean> {
  const site = start(bench, ['start']);
  await Promise.race([site.ended, sleep(4000)]);
  const wasKilled = await killCommand(bench, ['undo']);
  await sleep(bench.random() * 3000);
  site.child.kill('SIGKILL');
  await site.ended;
  await sleep(1000);
  return wasKilled;
}

const visitedLessons = async (owner: Owner): Promise<Lessons> =>
  new Map(Object.entries(texts(await owner.visitor())));

async function mirroredLessons({ hosted }: Bench): Promise<Lessons> {
  const { origin } = new URL(hosted.APPWRITE_ENDPOINT ?? '');
  return new Map(Object.entries(texts(await visit(origin, projectSchema.projectId))));
}

const isSetAside = (path: string) => /(^|\/)[._]/.test(path);

/** Returns the PDFs of a folder: all, or only those that are to be published. */
async function lessonsIn(folder: string, kind: 'all' | 'published' = 'all'): Promise<Lessons> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lessons: Lessons = new Map();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const relative = path.slice(folder.length + 1);
    if (!entry.isFile() || (kind === 'published' && isSetAside(relative))) continue;
    const text = textOf(await readFile(path, 'utf8'));
    if (text !== null) lessons.set(relative, text);
  }
  return lessons;
}

let count = 0;

/** Changes a folder as owners do: a few lessons new, corrected, renamed, moved or exchanged; sometimes one is deleted. */
async function changeFolder({ folder }: Owner, random: Random): Promise<void> {
  const lessons = await lessonsIn(folder.path);
  const paths = [...lessons.keys()].filter((path) => !isSetAside(path));
  const takePath = () => paths.splice(Math.floor(random() * paths.length), 1)[0];
  const move = async (from: string, to: string) => {
    await mkdir(dirname(join(folder.path, to)), { recursive: true });
    await rename(join(folder.path, from), join(folder.path, to));
  };
  for (let remaining = 1 + Math.floor(random() * 6); remaining > 0; remaining--) {
    const id = `${Date.now()}-${count++}`;
    const category = `Category ${Math.floor(random() * 6)}`;
    const change = Math.floor(random() * 6);
    const path = change === 0 ? undefined : takePath();
    if (path === undefined) await folder.write(`${category}/New ${id}.pdf`, `new ${id}`);
    else if (change === 1) await folder.write(path, `${lessons.get(path)}, corrected ${id}`);
    else if (change === 2) await move(path, `${dirname(path)}/Renamed ${id}.pdf`);
    else if (change === 3) await move(path, `${category}/Moved ${id}.pdf`);
    else if (change === 4 && paths.length > 20 && random() < 0.5) await folder.remove(path);
    else if (change === 5) {
      const other = takePath();
      if (!other) continue;
      await move(path, `${path}.exchange`);
      await move(other, path);
      await move(`${path}.exchange`, other);
    }
  }
}

/** A restore keeps the earlier state. */
const dataFiles =
  /^((minbar|words)\.db(-wal|-shm)?|before-restore-\d+|files|pictures|lock|run\.json|lesson-folder\.json|last-backup\.json|shown-lessons|opens\.db|read-(files|texts)\.json)$/;

/** Names files that killed processes left behind and later ones did not remove. */
async function leftovers(owner: Owner): Promise<string[]> {
  const inFolder = await readdir(owner.folder.path, { recursive: true });
  const inData = await readdir(owner.dataDir);
  const besideArchive = await readdir(owner.root);
  const incoming = await readdir(join(owner.dataDir, 'files/incoming')).catch(() => []);
  return [
    ...[...inFolder, ...besideArchive].filter((path) => /(^|\/)\.minbar-|\.part$/.test(path)),
    ...inData.filter((name) => !dataFiles.test(name)),
    ...incoming.map((name) => `files/incoming/${name}`),
  ].map((path) => `${path} was left behind`);
}

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
