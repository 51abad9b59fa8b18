import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KEY } from '../support/backend.ts';
import { startFakeProject } from '../support/fake-project.ts';
import { createSharedFolder } from '../support/temporary-folder.ts';
import { fetchOnlineLessons, HOSTED_PROJECT, Owner, shortened, texts } from './owner.ts';

const largeText = 'a page of a large lesson '.repeat(500_000);
const lessons: Record<string, string> = Object.fromEntries([
  ...Array.from({ length: 12 }, (_, i) => [`${i % 2 ? 'Fiqh' : 'السيرة'}/Lesson ${i}.pdf`, `lesson ${i}`]),
  ['Fiqh/Large.pdf', largeText],
]);
const shownLessons = Object.fromEntries(
  Object.entries(lessons).map(([path, text]) => [path, shortened(text)]),
);
let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make(lessons);
});
afterEach(() => owner.cleanUp());

test('a publication leaves no dead link when killed at several moments, and the next run completes it', async () => {
  let kills = 0;
  for (const afterFiles of [0, 1, 5, 10]) {
    const child = owner.spawn('publish', '--yes');
    const exitSignal = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await Promise.race([exitSignal, owner.waitForStoredFiles(afterFiles)]);
    child.kill('SIGKILL');
    if ((await exitSignal) === 'SIGKILL') kills++;
    for (const { text, path } of await owner.onlineLessons()) expect(text, path).not.toBeNull();
  }
  expect(kills).toBeGreaterThan(1);
  const { code, text } = await owner.run('publish', '--yes');
  expect(code, text).toBe(0);
  expect(texts(await owner.onlineLessons())).toEqual(shownLessons);
  expect((await owner.run('verify')).code).toBe(0);
  expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
  const history = (await owner.run('history')).text.trim().split('\n');
  expect(history).toHaveLength(1);
  expect(history[0]).toContain('New: 13');
});

describe('a failing backend', () => {
  /** Moves the owner to a hosted backend behind a proxy, whose `intercept` can respond in place of the backend. */
  async function startBehindProxy(intercept: (request: Request, count: number) => Response | undefined) {
    const requests: string[] = [];
    const hosted = await startFakeProject({
      projectId: HOSTED_PROJECT,
      intercept: (request) => {
        const range = request.headers.get('content-range') ?? '';
        requests.push(`${request.method} ${new URL(request.url).pathname} ${range}`.trim());
        return intercept(request, requests.length - 1);
      },
    });
    owner.connectTo(hosted.endpoint);
    const onlineLessons = () => fetchOnlineLessons(hosted.endpoint, HOSTED_PROJECT);
    return { ...hosted, requests, onlineLessons };
  }

  test('publishes everything although every fifth request fails', async () => {
    // Keeps few lessons, because each failure causes a wait.
    for (let i = 3; i < 12; i++) await owner.folder.remove(`${i % 2 ? 'Fiqh' : 'السيرة'}/Lesson ${i}.pdf`);
    await owner.folder.remove('Fiqh/Large.pdf');
    let isFailing = true;
    const hosted = await startBehindProxy((_, count) =>
      isFailing && count % 5 === 4 ? new Response('busy', { status: 503 }) : undefined,
    );
    const { code, text } = await owner.run('publish', '--yes');
    isFailing = false;
    expect(code, text).toBe(0);
    expect(Object.values(texts(await hosted.onlineLessons())).sort()).toEqual([
      'lesson 0',
      'lesson 1',
      'lesson 2',
    ]);
    await hosted.stop();
  });

  test('resumes the upload of a file after its last complete part', async () => {
    let isBroken = true;
    const hosted = await startBehindProxy((request) =>
      isBroken && request.headers.get('content-range')?.startsWith('bytes 10485760-')
        ? new Response('{"message":"no","code":400,"type":"general_bad_request"}', {
            status: 400,
            headers: { 'content-type': 'application/json' },
          })
        : undefined,
    );
    expect((await owner.run('publish', '--yes')).code).toBe(1);
    const first = hosted.requests.filter((line) => line.includes('bytes '));
    expect(first.map((line) => line.split('bytes ')[1]?.split('-')[0])).toEqual(['0', '5242880', '10485760']);
    isBroken = false;
    hosted.requests.length = 0;
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    const second = hosted.requests.filter((line) => line.includes('bytes '));
    expect(second.map((line) => line.split('bytes ')[1]?.split('-')[0])).toEqual(['10485760']);
    expect(texts(await hosted.onlineLessons())).toEqual(shownLessons);
    await hosted.stop();
  });

  test('explains that a backend cannot be reached', async () => {
    owner.env.APPWRITE_ENDPOINT = 'http://127.0.0.1:47999/v1';
    owner.env.APPWRITE_API_KEY = KEY;
    const { code, text } = await owner.run('publish', '--yes');
    expect(code).toBe(1);
    expect(text).toContain('http://127.0.0.1:47999/v1 cannot be reached. Check the address and the network');
  });
});

const smallDisk = createSharedFolder();
const mountSmall = () =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', smallDisk]).status === 0;
// Unmounts lazily, because a file of the disk may stay open for a moment.
const unmountSmall = () => spawnSync('umount', ['--lazy', smallDisk]);
const canMount = mountSmall();
if (canMount) unmountSmall();

describe.skipIf(!canMount)('a full disk (needs the permission to mount one)', () => {
  beforeEach(() => void mountSmall());
  afterEach(() => void unmountSmall());

  test('skips only the lesson that does not fit until there is space, and stops a backup and a restore', async () => {
    owner.env.DATA_DIR = join(smallDisk, 'data');
    const { code, text } = await owner.run('publish', '--yes');
    expect(code).toBe(5);
    expect(text).toContain(
      'does not fit on the disk of the data folder; free some space, then publish again',
    );
    expect(text).toContain('Published: 12 changes');
    spawnSync('mount', ['-o', 'remount,size=60m', smallDisk]);
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    expect((await owner.run('verify')).text).toContain('Everything is in order: 13 lessons');

    const archive = join(owner.dataDir, '../backup.tar');
    expect((await owner.run('backup', archive)).code).toBe(0);
    const fullDiskArchive = join(smallDisk, 'backup.tar');
    spawnSync('mount', ['-o', 'remount,size=22m', smallDisk]);
    for (const args of [
      ['backup', fullDiskArchive],
      ['restore', archive, '--yes'],
    ]) {
      const output = await owner.run(...args);
      expect([output.code, output.text]).toEqual([1, expect.stringContaining('is full. Free some space')]);
    }
    // Other faults are not reported as a full disk.
    expect((await owner.run('restore', join(smallDisk, 'none.tar'), '--yes')).text).toContain(
      'There is no file',
    );
    expect(await readdir(smallDisk)).toEqual(['data']);
    expect((await readdir(join(smallDisk, 'data'))).sort()).toEqual([
      'files',
      'last-backup.json',
      'lock',
      'minbar.db',
      'read-files.json',
      'words.db',
    ]);
    expect((await owner.run('verify')).text).toContain('Everything is in order: 13 lessons');
  });
});
