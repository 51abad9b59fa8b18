import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RequestContext } from '#http/request-context.ts';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { createTextPdf } from '../../../tests/support/text-pdf.ts';
import type { Drawing } from './drawing-process.ts';
import { createPictureStore, type PictureResult, type PictureStore, shareWork } from './picture-store.ts';

let folder: string;
let stores: PictureStore[];
let path: string;
beforeEach(() => {
  folder = createTestFolder();
  path = join(folder, 'lesson.pdf');
  writeFileSync(path, createTextPdf([['One page'], ['Another']]));
  stores = [];
});
afterEach(() => {
  for (const store of stores) store.close();
});

function open({ maxBytes = 1e8, seconds = 60 } = {}): PictureStore {
  const store = createPictureStore(join(folder, 'pictures'), maxBytes, seconds);
  stores.push(store);
  return store;
}
const page = (number = 0): Drawing => ({ kind: 'picture', path, page: number, width: 800, format: 'webp' });
const key = 'a/1-800.webp';
const sizeOf = (picture: PictureResult) => ('bytes' in picture ? picture.bytes.length : picture.fault);

test('draws a picture once, keeps it across restarts, and forgets it after its folder is removed', async () => {
  const store = open();
  const [first, second] = await Promise.all([store.draw(key, page()), store.draw(key, page())]);
  expect(sizeOf(first)).toBeGreaterThan(1000);
  expect(store.cpuMs()).toBeGreaterThan(1);
  // Both requests share one drawing.
  expect(second).toBe(first);
  rmSync(path);
  expect(await open().draw(key, page())).toEqual(first);
  rmSync(join(folder, 'pictures/a'), { recursive: true });
  store.forget('a');
  expect(await store.draw(key, page())).toEqual({ fault: 'gone' });
  expect(readdirSync(join(folder, 'pictures'))).toEqual([]);
});

test('evicts the least recently used pictures above the disk limit', async () => {
  const oldPicture = join(folder, 'pictures/old/1-800.webp');
  const usedPicture = join(folder, 'pictures/used/1-800.webp');
  for (const file of [oldPicture, usedPicture]) {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, Buffer.alloc(60_000));
    utimesSync(file, 1, 1);
  }
  const store = open({ maxBytes: 100_000 });
  // Viewing a picture counts as use.
  expect(sizeOf(await store.draw('used/1-800.webp', page()))).toBe(60_000);
  expect(sizeOf(await store.draw(key, page()))).toBeGreaterThan(1000);
  expect([existsSync(oldPicture), existsSync(usedPicture)]).toEqual([false, true]);
  expect(existsSync(join(folder, 'pictures/a/1-800.webp'))).toBe(true);
});

test('gives up a slow drawing and draws the next one', async () => {
  const impatientStore = open({ seconds: 1e-6 });
  expect(await impatientStore.draw(key, page())).toEqual({ fault: 'slow' });
  expect(sizeOf(await open().draw(key, page()))).toBeGreaterThan(1000);
});

test('refuses a drawing when the site stops, without blaming the file', async () => {
  const store = open();
  const drawing = store.draw(key, page());
  store.close();
  await expect(drawing).rejects.toMatchObject({ code: 503 });
});

test('does not retry a failed picture for a while', async () => {
  const store = open();
  writeFileSync(path, 'no PDF');
  expect(await store.draw(key, page())).toEqual({ fault: 'broken' });
  writeFileSync(path, createTextPdf([['One page']]));
  expect(await store.draw(key, page())).toEqual({ fault: 'broken' });
  expect(sizeOf(await store.draw('a/1-1600.webp', page()))).toBeGreaterThan(1000);
});

test('refuses with a Retry-After if the disk cannot be written, logs the folder, and retries later', async () => {
  const store = open();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  // Writes a file where the picture folder should be.
  writeFileSync(join(folder, 'pictures'), '');
  await expect(store.draw(key, page())).rejects.toMatchObject({ code: 503, values: { retryAfter: '60' } });
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(join(folder, 'pictures')));
  log.mockRestore();
  rmSync(join(folder, 'pictures'));
  expect(sizeOf(await store.draw(key, page()))).toBeGreaterThan(1000);
});

test('fetches a file once, and does not retry a failed fetch at once', async () => {
  const store = open();
  const write = vi.fn(async (targetPath: string) => {
    writeFileSync(targetPath, 'a lesson');
    return true;
  });
  const fetchedKey = 'b/lesson.pdf';
  const paths = await Promise.all([store.fetch(fetchedKey, write), store.fetch(fetchedKey, write)]);
  expect(paths).toEqual(Array(2).fill(join(folder, 'pictures/b/lesson.pdf')));
  expect(write).toHaveBeenCalledTimes(1);
  const fail = vi.fn(async (targetPath: string) => {
    writeFileSync(targetPath, 'half');
    return false;
  });
  const failingKey = 'c/lesson.pdf';
  expect([await store.fetch(failingKey, fail), await store.fetch(failingKey, fail)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(fail).toHaveBeenCalledTimes(1);
  expect(readdirSync(join(folder, 'pictures/c'))).toEqual([]);
});

test('runs shared work once, with one queue slot per address', async () => {
  const slots: { address: string; isWanted: () => boolean; start: () => void }[] = [];
  const share = shareWork<string>(
    ({ address }, work, isWanted) =>
      new Promise((resolve) => slots.push({ address, isWanted, start: () => resolve(work()) })),
  );
  const client = (address: string, isConnected = () => true) => ({ address, isConnected }) as RequestContext;
  const makeResult = vi.fn(async () => 'made');
  let [first, second] = [true, true];
  const requests = [
    share(
      'page',
      makeResult,
      client('a', () => first),
    ),
    share(
      'page',
      makeResult,
      client('a', () => second),
    ),
    share('page', makeResult, client('b')),
  ];
  expect(slots.map(({ address }) => address)).toEqual(['a', 'b']);
  first = false;
  expect(slots[0]?.isWanted()).toBe(true);
  second = false;
  expect(slots[0]?.isWanted()).toBe(false);
  for (const slot of slots) slot.start();
  expect(await Promise.all(requests)).toEqual(['made', 'made', 'made']);
  expect(makeResult).toHaveBeenCalledTimes(1);
});
