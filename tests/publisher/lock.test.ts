import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { withLock } from '#publisher/journal/lock.ts';
import { MemoryCatalogue, Shelf } from './memory-catalogue.ts';

function heldBy(note: Record<string, unknown>): Shelf {
  const shelf = new Shelf();
  const nobody = { publication: null, lesson: null, before: null, after: null };
  shelf.journal.set('lock', { id: 'lock', kind: 'lock', ...nobody, note, createdAt: '', updatedAt: '' });
  return shelf;
}

test('one publishes at a time; the other is told and waits', async () => {
  const shelf = new Shelf();
  const order: string[] = [];
  const hold = async (name: string) => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    order.push(`${name} ends`);
  };
  await Promise.all([
    withLock(
      new MemoryCatalogue(shelf),
      () => hold('first'),
      () => order.push('first waits'),
    ),
    withLock(
      new MemoryCatalogue(shelf),
      () => hold('second'),
      () => order.push('second waits'),
    ),
  ]);
  expect(order).toContain('second waits');
  const turns = order.filter((line) => !line.endsWith('waits'));
  expect(turns).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(shelf.journal.has('lock')).toBe(false);
});

test.each([
  ['a process that was killed', { host: hostname(), pid: spawnSync(process.execPath, ['--version']).pid }],
  [
    'a publication of this process that could not give it back',
    { host: hostname(), pid: process.pid, run: 'former' },
  ],
])('the lock of %s is taken over at once', async (_, note) => {
  await expect(
    withLock(
      new MemoryCatalogue(heldBy(note)),
      async () => 'done',
      () => {},
    ),
  ).resolves.toBe('done');
});

test('the lock of another computer is respected', async () => {
  const stop = new AbortController();
  const waiting = withLock(
    new MemoryCatalogue(heldBy({ host: 'another', pid: 1 })),
    async () => 'done',
    () => stop.abort(),
    stop.signal,
  );
  await expect(waiting).rejects.toThrow('aborted');
});
