import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../tests/library/lesson-folder.ts';
import { fetchOnlineLessons, Owner } from '../tests/library/owner.ts';
import { KEY, projectSchema } from '../tests/support/backend.ts';
import { startFakeProject } from '../tests/support/fake-project.ts';
import { dataFiles } from './harness/data-files.ts';
import { startMinbar } from './harness/programs.ts';
import { readOptions } from './harness/report.ts';

/** Path and text of each lesson; the text is null for a dead link. During a swap of names, two lessons may have the same path. */
type Lessons = [path: string, text: string | null][];

const owner = await Owner.make();
const project = await startFakeProject({ siteOrigin: 'http://localhost:4173' });
const ownersEnv = owner.env;
/** Settings that make the hosted project the mirror of the library. */
const mirrorEnv = {
  ...ownersEnv,
  APPWRITE_ENDPOINT: project.endpoint,
  APPWRITE_PROJECT_ID: projectSchema.projectId,
  APPWRITE_API_KEY: KEY,
};
/** Path of the last complete backup. */
const archive = join(owner.root, 'backup.tar');

/** Arguments of the command that a round kills, by kind of round. If the kind contains `site`, the round also kills the site. */
const commands = {
  publish: ['publish'],
  undo: ['undo'],
  site: [],
  'undo with the site': ['undo'],
  backup: ['backup', archive],
  restore: ['restore', archive],
  mirror: ['publish'],
};
type Kind = keyof typeof commands;

const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(Math.random() * list.length)] as Value;

/** Returns the lessons in the owner's folder, also those that a publication leaves out. */
function allLessons(): Lessons {
  const lessons: Lessons = [];
  for (const entry of readdirSync(owner.folder.path, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const text = entry.isFile() ? textOf(readFileSync(path, 'utf8')) : null;
    if (text !== null) lessons.push([relative(owner.folder.path, path), text]);
  }
  return lessons;
}

/** Returns the lessons that a publication includes. */
const publicLessons = (): Lessons => allLessons().filter(([path]) => !/(^|\/)[._]/.test(path));

/** Returns the lessons that visitors find: for `mirror`, those of the hosted project, otherwise those of the local library. */
async function visibleLessons(kind: Kind): Promise<Lessons> {
  const visits =
    kind === 'mirror' ? fetchOnlineLessons(project.endpoint, projectSchema.projectId) : owner.onlineLessons();
  return (await visits).map(({ path, text }) => [path, text]);
}

function startCommand(kind: Kind, args: readonly string[]) {
  const env = kind === 'mirror' ? mirrorEnv : ownersEnv;
  return startMinbar(args, { env: { ...env, INIT_CWD: owner.root, PORT: '0', HOST: '127.0.0.1' } });
}

/** Typical duration of a command in milliseconds, measured at the first publication. */
let typicalMs = 1500;

async function killCommand(kind: Kind): Promise<boolean> {
  const command = startCommand(kind, ['library', ...commands[kind], '--yes', '--lang', 'en']);
  // A command writes nothing while it starts, so most kills come later.
  await Promise.race([command.ended, sleep(typicalMs * (0.2 + Math.random() * 0.9))]);
  return (await command.stop('SIGKILL')) === 'SIGKILL';
}

/** Kills the command, the site or both at a random moment. Returns whether all of them were still running. */
async function kill(kind: Kind): Promise<boolean> {
  if (!kind.includes('site')) return killCommand(kind);
  const site = startCommand(kind, ['start']);
  await Promise.race([site.ended, sleep(kind === 'site' ? 1000 + Math.random() * 4000 : 4000)]);
  const wasKilled = kind === 'site' || (await killCommand(kind));
  // Gives the site a moment to complete an undo.
  await sleep(kind === 'site' ? 0 : Math.random() * 3000);
  const end = await site.stop('SIGKILL');
  // Waits for the site's child processes, which exit at their next step.
  await sleep(1000);
  return wasKilled && end === 'SIGKILL';
}

/** Publishes, in up to four attempts. Returns the last failure, or the differences between visitors' lessons and the folder. */
async function completePublication(kind: Kind): Promise<string[]> {
  owner.env = kind === 'mirror' ? mirrorEnv : ownersEnv;
  let result = await owner.run('publish', '--yes');
  for (let attempt = 1; result.code !== 0 && attempt < 4; attempt++)
    result = await owner.run('publish', '--yes', ...(/--remove \d+/.exec(result.text)?.[0].split(' ') ?? []));
  owner.env = ownersEnv;
  if (result.code !== 0) return [`cannot be completed: ${result.text}`];
  const [visible, expected] = [new Map(await visibleLessons(kind)), new Map(publicLessons())];
  return [...new Set([...visible.keys(), ...expected.keys()])]
    .filter((path) => visible.get(path) !== expected.get(path))
    .map((path) => `${path}: visitors find ${visible.get(path)}, the folder has ${expected.get(path)}`);
}

let count = 0;

/** Changes the folder as owners do: adds, corrects, renames, moves or swaps a few lessons; sometimes deletes one. */
async function changeFolder(): Promise<void> {
  const { folder } = owner;
  const lessons = new Map(publicLessons());
  const move = (from: string, to: string) => {
    mkdirSync(dirname(join(folder.path, to)), { recursive: true });
    renameSync(join(folder.path, from), join(folder.path, to));
  };
  const takePath = () => {
    const path = pick([...lessons.keys()]);
    lessons.delete(path);
    return path;
  };
  for (let remaining = 1 + Math.floor(Math.random() * 6); remaining > 0 && lessons.size > 1; remaining--) {
    const id = `${Date.now()}-${count++}`;
    const category = `Category ${Math.floor(Math.random() * 6)}`;
    const [path, otherPath] = [takePath(), takePath()];
    await pick([
      () => folder.write(`${category}/New ${id}.pdf`, `new ${id}`),
      () => folder.write(path, `corrected ${id}`),
      () => move(path, `${dirname(path)}/Renamed ${id}.pdf`),
      () => move(path, `${category}/Moved ${id}.pdf`),
      () => lessons.size > 20 && Math.random() < 0.5 && folder.remove(path),
      () => {
        move(path, `${path}.exchange`);
        move(otherPath, path);
        move(`${path}.exchange`, otherPath);
      },
    ])();
  }
}

/** Lists files that killed processes left behind and later processes did not remove. */
function listLeftovers(): string[] {
  const pathsIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [
    ...[...pathsIn(owner.folder.path), ...readdirSync(owner.root)].filter((path) =>
      /(^|\/)\.minbar-|\.part$/.test(path),
    ),
    ...readdirSync(owner.dataDir).filter((name) => !dataFiles.test(name)),
    ...pathsIn(join(owner.dataDir, 'files')).filter((path) => path.startsWith('incoming/')),
  ].map((path) => `${path} was left behind`);
}

/** Returns the texts of lessons that are missing from another list. */
function missingTexts(lessons: Lessons, otherLessons: Lessons): (string | null)[] {
  const otherTexts = new Set(otherLessons.map(([, text]) => text));
  return lessons.flatMap(([, text]) => (otherTexts.has(text) ? [] : [text]));
}

/**
 * Changes the folder, except before an undo, and kills a command, the site or both. Returns whether all of them were still running, and
 * messages about losses and leftovers.
 */
async function runRound(kind: Kind): Promise<{ wasKilled: boolean; messages: string[] }> {
  const isUndo = kind.startsWith('undo');
  const visibleBefore = await visibleLessons(kind);
  if (!isUndo) await changeFolder();
  const folderBefore = allLessons();
  const expected = new Set(publicLessons().map(([, text]) => text));
  const wasKilled = await kill(kind);
  const visibleAfter = await visibleLessons(kind);
  const messages = visibleAfter.flatMap(([path, text]) => (text === null ? [`${path} is a dead link`] : []));
  // An undo and a restore may remove lessons that the folder still has, until the next publication.
  if (!isUndo && kind !== 'restore')
    for (const text of missingTexts(visibleBefore, visibleAfter))
      if (text !== null && expected.has(text)) messages.push(`"${text}" is not found`);
  messages.push(...(await completePublication('publish')));
  const { code, text } = await owner.run('verify');
  if (code !== 0) messages.push(`verify: ${text}`);
  if (kind === 'backup' || kind === 'restore') await owner.run('backup', archive, '--yes');
  if (kind === 'mirror') messages.push(...(await completePublication('mirror')));
  for (const text of missingTexts(folderBefore, allLessons()))
    messages.push(`"${text}" is not in the folder`);
  return { wasKilled, messages: [...messages, ...listLeftovers()] };
}

/**
 * Runs `npm run bench -- faults [--minutes 10] [--lessons 60]`: in each round, kills a command, the site or both at a random moment and
 * compares visitors' lessons with the folder. Exits with 1 if anything is lost or left behind.
 */
export async function main(args: string[]): Promise<void> {
  const { minutes, lessons } = readOptions(args, { minutes: 10, lessons: 60 });
  // Puts the checkout's `site.json` into the backup, because restores run in the checkout and write the backup's copy there.
  copyFileSync('content/site.json', join(owner.root, 'content/site.json'));
  for (let index = 0; index < lessons; index++)
    await owner.folder.write(`Category ${index % 6}/Lesson ${index}.pdf`, `lesson ${index}`);
  // Builds the site first, so that no kill interrupts the build.
  await startMinbar(['build']).ended;
  const startedAt = performance.now();
  await startCommand('publish', ['library', 'publish', '--yes']).ended;
  typicalMs = performance.now() - startedAt;
  await owner.run('backup', archive, '--yes');
  let [rounds, kills, faults] = [0, 0, 0];
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; rounds++) {
    const kind = pick(Object.keys(commands) as Kind[]);
    const { wasKilled, messages } = await runRound(kind);
    kills += wasKilled ? 1 : 0;
    faults += messages.length;
    for (const message of messages) console.log(`round ${rounds} (${kind}): ${message}`);
    if (rounds % 25 === 24) console.log(`${rounds + 1} rounds, ${kills} killed`);
  }
  await project.stop();
  await owner.cleanUp();
  console.log(`${rounds} rounds, ${kills} killed, ${faults} losses and leftovers`);
  process.exitCode = faults > 0 ? 1 : 0;
}
