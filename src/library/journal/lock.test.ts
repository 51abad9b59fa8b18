import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryCatalogue, Shelf } from '../../../tests/library/memory-catalogue.ts';
import { targetOn } from '../../../tests/library/target-on.ts';
import { KEY, startBackend } from '../../../tests/support/backend.ts';
import { AppwriteCatalogue, type Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { LockLost } from '../catalogue/bound-writes.ts';
import { withLock } from './lock.ts';

afterEach(() => void vi.useRealTimers());

const nothing = { publication: null, lesson: null, before: null, after: null };

function heldBy(note: Record<string, unknown>): Shelf {
  const shelf = new Shelf();
  const entry = { id: 'lock-7', kind: 'lock' as const, ...nothing, note, createdAt: '', updatedAt: '' };
  shelf.journal.set(entry.id, entry);
  return shelf;
}
const isFree = ({ journal }: Shelf) => [...journal.values()].every(({ note }) => note?.released === true);

test('one publishes at a time; the other is told and waits', async () => {
  const shelf = new Shelf();
  const order: string[] = [];
  const hold = async (name: string) => {
    order.push(`${name} begins`);
    await expect.poll(() => order.some((line) => line.endsWith('waits'))).toBe(true);
    order.push(`${name} ends`);
  };
  const turn = (name: string) =>
    withLock(
      new MemoryCatalogue(shelf),
      () => hold(name),
      () => order.push(`${name} waits`),
    );
  await Promise.all([turn('first'), turn('second')]);
  expect(order.filter((line) => line.endsWith('waits'))).toHaveLength(1);
  const turns = order.filter((line) => !line.endsWith('waits')).map((line) => line.split(' ')[1]);
  expect(turns).toEqual(['begins', 'ends', 'begins', 'ends']);
  expect(isFree(shelf)).toBe(true);
});

test('the lock of a process that was killed is taken over at once', async () => {
  const program = `
    const { withLock } = await import(${JSON.stringify(import.meta.resolve('./lock.ts'))});
    const { MemoryCatalogue, Shelf } = await import(${JSON.stringify(import.meta.resolve('../../../tests/library/memory-catalogue.ts'))});
    const shelf = new Shelf();
    await withLock(new MemoryCatalogue(shelf), async () => {
      console.log(JSON.stringify([...shelf.journal.values()]));
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }, () => {});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const [entry] = JSON.parse(String(line));
  const shelf = heldBy(entry.note);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(
    withLock(
      new MemoryCatalogue(shelf),
      async () => 'done',
      () => expect.unreachable('nobody is there to wait for'),
    ),
  ).resolves.toBe('done');
});

test.each([
  ['of another computer', { host: 'another', run: crypto.randomUUID() }],
  ['of another container of the same name', { host: hostname(), run: crypto.randomUUID() }],
])('the lock %s is respected', async (_, note) => {
  const stop = new AbortController();
  const waiting = withLock(
    new MemoryCatalogue(heldBy(note)),
    async () => 'done',
    () => stop.abort(),
    stop.signal,
  );
  await expect(waiting).rejects.toThrow('aborted');
});

test('one that slept while others published writes nothing more, and leaves the lock to them', async () => {
  const shelf = new Shelf();
  const write = (catalogue: Catalogue, name: string) => catalogue.saveCategory({ id: 'fiqh', name });
  const slept = withLock(
    new MemoryCatalogue(shelf),
    async ({ catalogue }) => {
      await write(catalogue, 'before it slept');
      // Asleep: its beats do not come, and the one that waits counts to a minute.
      vi.useFakeTimers({ toFake: ['Date', 'performance'] });
      vi.advanceTimersByTime(3_600_000);
      const [held] = shelf.journal.values();
      if (held) held.note = { host: 'this one, unseen', run: 'asleep', released: true };
      await withLock(
        new MemoryCatalogue(shelf),
        async (later) => {
          await write(later.catalogue, 'newer');
          await expect(write(catalogue, 'out of date')).rejects.toThrow(LockLost);
        },
        () => {},
      );
      // Whoever came next may have ended too.
      await write(catalogue, 'out of date');
    },
    () => {},
  );
  await expect(slept).rejects.toThrow(LockLost);
  expect(shelf.categories.get('fiqh')).toBe('newer');
  expect(isFree(shelf)).toBe(true);
});

test('on the embedded backend no write is made that was on its way when another one took the lock', async () => {
  const backend = await startBackend();
  try {
    const target = targetOn(backend);
    const catalogue = new AppwriteCatalogue(target);
    const category = { id: 'fiqh', name: 'Fiqh' };
    const state = {
      ...{ category: 'Fiqh', categoryId: 'fiqh', fileName: 'Wudu.pdf', fileSize: 4 },
      ...{ fileId: 'a-file', contentId: 'a-file', publishedAt: '2026-01-01T00:00:00.000+00:00' },
    };
    const lock = { id: 'lock-7', kind: 'lock' as const, ...nothing, note: null };
    await catalogue.saveJournal([lock]);
    // Asked already whether it has the lock, and then asleep.
    const held = catalogue.heldWith({ lock: lock.id });
    await held.saveCategory(category);
    await held.createLesson('wudu', state);
    const form = new FormData();
    form.append('fileId', 'a-file');
    form.append('file', new File(['%PDF-1.7\n%%EOF\n'], 'Wudu.pdf'));
    const headers = { 'x-appwrite-project': 'minbar', 'x-appwrite-key': KEY };
    await fetch(`${backend.endpoint}/storage/buckets/pdfs/files`, { method: 'POST', headers, body: form });

    await catalogue.claim({ ...lock, id: 'lock-8' });
    await catalogue.removeJournal('lock-7');
    const late: [string, () => Promise<unknown>][] = [
      ['saveCategory', () => held.saveCategory({ ...category, name: 'late' })],
      ['createLesson', () => held.createLesson('late', state)],
      ['updateLesson', () => held.updateLesson('wudu', { ...state, fileName: 'late.pdf' })],
      ['removeLesson', () => held.removeLesson('wudu')],
      ['renameFile', () => held.renameFile('a-file', 'late.pdf')],
      ['removeFile', () => held.removeFile('a-file')],
      // Its own beat would bring the lost lock back.
      ['saveJournal', () => held.saveJournal([lock])],
      ['removeJournal', () => held.removeJournal('lock-8')],
    ];
    for (const [what, write] of late) await expect(write(), what).rejects.toThrow(LockLost);
    expect(await catalogue.categories()).toEqual([category]);
    expect(await catalogue.lessons()).toMatchObject([{ id: 'wudu', fileName: 'Wudu.pdf' }]);
    expect(await catalogue.files()).toMatchObject([{ id: 'a-file', name: 'Wudu.pdf' }]);
    expect((await catalogue.journal(['lock'])).map(({ id }) => id)).toEqual(['lock-8']);
  } finally {
    await backend.stop();
  }
});
