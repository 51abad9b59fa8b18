import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KEY, projectSchema, startBackend } from '../support/backend.ts';
import { brief, Owner, texts, visit } from './owner.ts';

const root = join(import.meta.dirname, '../..');
const large = 'a page of a large lesson '.repeat(500_000);
const lessons: Record<string, string> = Object.fromEntries([
  ...Array.from({ length: 12 }, (_, i) => [`${i % 2 ? 'Fiqh' : 'السيرة'}/Lesson ${i}.pdf`, `lesson ${i}`]),
  ['Fiqh/Large.pdf', large],
]);
const shownLessons = Object.fromEntries(Object.entries(lessons).map(([place, text]) => [place, brief(text)]));
let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make(lessons);
});
afterEach(() => owner.leave());

function command(...args: string[]) {
  const env = { ...process.env, ...owner.env, INIT_CWD: root };
  return spawn(process.execPath, ['minbar.mjs', 'library', ...args, '--lang', 'en'], {
    cwd: root,
    env,
    stdio: 'pipe',
  });
}

describe('killed in the middle', () => {
  test('at any moment, publisher and backend together: running it again finishes, and no link is ever dead', async () => {
    let kills = 0;
    for (const afterFiles of [0, 1, 5, 10]) {
      const child = command('publish', '--yes');
      // Files appear one by one; the kill comes after some of them.
      const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
      await Promise.race([ended, untilStored(owner.dataDir, afterFiles)]);
      child.kill('SIGKILL');
      if ((await ended) === 'SIGKILL') kills++;
      for (const { text, place } of await owner.visitor()) expect(text, place).not.toBeNull();
    }
    expect(kills).toBeGreaterThan(1);
    const { code, text } = await owner.run('publish', '--yes');
    expect(code, text).toBe(0);
    expect(texts(await owner.visitor())).toEqual(shownLessons);
    expect((await owner.run('verify')).code).toBe(0);
    expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
    const history = (await owner.run('history')).text.trim().split('\n');
    expect(history).toHaveLength(1);
    expect(history[0]).toContain('New: 13');
  });

  test('Ctrl-C says that running it again does the rest', async () => {
    const child = command('publish', '--yes');
    let output = '';
    child.stdout.on('data', (bytes) => {
      output += bytes;
    });
    await untilStored(owner.dataDir, 2);
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0)
      expect([code, output]).toEqual([1, expect.stringContaining('Run the command again to finish')]);
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    expect(texts(await owner.visitor())).toEqual(shownLessons);
  });
});

describe('a backend in trouble', () => {
  /** A hosted backend behind a proxy that can answer in its place. */
  async function behind(door: (request: Request, count: number) => Response | undefined) {
    const backend = await startBackend({
      schema: { ...projectSchema, projectId: 'mosque' },
      // On Appwrite it is an ordinary table.
      pagesTable: undefined,
    });
    let count = 0;
    const uploads: string[] = [];
    const server = serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request: Request) => {
        uploads.push(
          `${request.method} ${new URL(request.url).pathname} ${request.headers.get('content-range') ?? ''}`.trim(),
        );
        return door(request, count++) ?? backend.backend.app.fetch(request);
      },
    });
    await new Promise((resolve) => server.once('listening', resolve));
    owner.env.APPWRITE_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    owner.env.APPWRITE_PROJECT_ID = 'mosque';
    owner.env.APPWRITE_API_KEY = KEY;
    const stop = async () => {
      await new Promise((resolve) => server.close(resolve));
      await backend.stop();
    };
    return { received: uploads, stop, visit: () => visit(backend.endpoint.replace('/v1', ''), 'mosque') };
  }

  test('if every fifth request fails, everything is published', async () => {
    // Waits after each failure.
    for (let i = 3; i < 12; i++) await owner.folder.remove(`${i % 2 ? 'Fiqh' : 'السيرة'}/Lesson ${i}.pdf`);
    await owner.folder.remove('Fiqh/Large.pdf');
    let trouble = true;
    const hosted = await behind((_, count) =>
      trouble && count % 5 === 4 ? new Response('busy', { status: 503 }) : undefined,
    );
    const { code, text } = await owner.run('publish', '--yes');
    trouble = false;
    expect(code, text).toBe(0);
    expect(Object.values(texts(await hosted.visit())).sort()).toEqual(['lesson 0', 'lesson 1', 'lesson 2']);
    await hosted.stop();
  });

  test('sending a file continues after its last complete part', async () => {
    let isBroken = true;
    const hosted = await behind((request) =>
      isBroken && request.headers.get('content-range')?.startsWith('bytes 10485760-')
        ? new Response('{"message":"no","code":400,"type":"general_bad_request"}', {
            status: 400,
            headers: { 'content-type': 'application/json' },
          })
        : undefined,
    );
    expect((await owner.run('publish', '--yes')).code).toBe(1);
    const first = hosted.received.filter((line) => line.includes('bytes '));
    expect(first.map((line) => line.split('bytes ')[1]?.split('-')[0])).toEqual(['0', '5242880', '10485760']);
    isBroken = false;
    hosted.received.length = 0;
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    const second = hosted.received.filter((line) => line.includes('bytes '));
    expect(second.map((line) => line.split('bytes ')[1]?.split('-')[0])).toEqual(['10485760']);
    expect(texts(await hosted.visit())).toEqual(shownLessons);
    await hosted.stop();
  });

  test('a backend that cannot be reached has a sentence', async () => {
    owner.env.APPWRITE_ENDPOINT = 'http://127.0.0.1:47999/v1';
    owner.env.APPWRITE_API_KEY = KEY;
    const { code, text } = await owner.run('publish', '--yes');
    expect(code).toBe(1);
    expect(text).toContain('http://127.0.0.1:47999/v1 cannot be reached. Check the address and the network');
  });
});

const small = mkdtempSync(join(tmpdir(), 'minbar-small-'));
const mount = () => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', small]).status === 0;
// Retries, because one of its files may stay open for a moment.
const unmount = () => spawnSync('umount', ['--lazy', small]);
const canMount = mount();
if (canMount) unmount();
afterAll(() => rmSync(small, { recursive: true, force: true }));

describe.skipIf(!canMount)('a full disk (needs the right to mount one)', () => {
  beforeEach(() => void mount());
  afterEach(() => void unmount());

  test('keeps back only the lesson that does not fit, and with room again it follows', async () => {
    owner.env.DATA_DIR = join(small, 'data');
    const { code, text } = await owner.run('publish', '--yes');
    expect(code).toBe(5);
    expect(text).toContain(
      'does not fit on the disk of the data folder; free some space, then publish again',
    );
    expect(text).toContain('Published: 12 changes');
    spawnSync('mount', ['-o', 'remount,size=60m', small]);
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    expect((await owner.run('verify')).text).toContain('All is in order: 13 lessons');

    const archive = join(owner.dataDir, '../backup.tar');
    expect((await owner.run('backup', archive)).code).toBe(0);
    const full = join(small, 'backup.tar');
    spawnSync('mount', ['-o', 'remount,size=22m', small]);
    for (const args of [
      ['backup', full],
      ['restore', archive, '--yes'],
    ]) {
      const output = await owner.run(...args);
      expect([output.code, output.text]).toEqual([1, expect.stringContaining('is full. Free some space')]);
    }
    // Other faults are not reported as a full disk.
    expect((await owner.run('restore', join(small, 'none.tar'), '--yes')).text).toContain('There is no file');
    expect(await readdir(small)).toEqual(['data']);
    expect((await readdir(join(small, 'data'))).sort()).toEqual([
      'files',
      'last-backup.json',
      'lock',
      'minbar.db',
      'read-files.json',
      'words.db',
    ]);
    expect((await owner.run('verify')).text).toContain('All is in order: 13 lessons');
  });
});

/** Waits until the store contains at least this many files. */
function untilStored(dataDir: string, atLeast: number): Promise<void> {
  const look = async () => {
    const all = readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
    const entries = await all.catch(() => []);
    expect(entries.filter((entry) => entry.isFile()).length).toBeGreaterThanOrEqual(atLeast);
  };
  return vi.waitFor(look, { timeout: 300_000, interval: 20 });
}
