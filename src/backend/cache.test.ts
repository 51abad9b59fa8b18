import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCache, createVersionReader } from './cache.ts';

let database: DatabaseSync;
let pages: DatabaseSync;
const clock = { now: Date.UTC(2026, 10, 21, 12) };
let version: () => string;
beforeEach(() => {
  [database, pages] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')];
  for (const connection of [database, pages]) connection.exec('CREATE TABLE lessons (name TEXT)');
  version = createVersionReader(database, pages, () => clock.now);
});
afterEach(() => {
  database.close();
  pages.close();
});
const insert = "INSERT INTO lessons VALUES ('wudu')";

test('keeps the version while nothing is written', () => {
  const firstVersion = version();
  clock.now += 60_000;
  database.prepare('SELECT * FROM lessons').all();
  expect(version()).toBe(firstVersion);
});

test('changes the version at once after a write', () => {
  const firstVersion = version();
  database.exec(insert);
  expect(version()).not.toBe(firstVersion);
});

test('changes the version at most every two seconds while lesson pages are written', () => {
  const firstVersion = version();
  clock.now += 1999;
  pages.exec(insert);
  expect(version()).toBe(firstVersion);
  clock.now += 1;
  const nextVersion = version();
  expect(nextVersion).not.toBe(firstVersion);
  pages.exec(insert);
  clock.now += 1;
  expect(version()).toBe(nextVersion);
});

test('changes the version every day, and when the clock is set back', () => {
  const firstVersion = version();
  clock.now += 24 * 3_600_000;
  const nextVersion = version();
  expect(nextVersion).not.toBe(firstVersion);
  clock.now -= 48 * 3_600_000;
  expect(version()).not.toBe(nextVersion);
});

test('computes a value once per version for all callers, and again after a failure', async () => {
  let version = 1;
  const computeValue = vi.fn(async (id: string) => (id === 'never' ? undefined : { href: id }));
  const values = createCache(() => version).namespace<Promise<{ href: string } | undefined>>(
    'value',
    () => 300,
  );
  const value = (id: string) => values.get(id, () => computeValue(id));
  const link = { href: 'one' };
  const concurrentValues = [value('one'), value('one'), value('never'), value('never')];
  expect(await Promise.all(concurrentValues)).toEqual([link, link, undefined, undefined]);
  expect(computeValue).toHaveBeenCalledTimes(2);
  version = 2;
  computeValue.mockRejectedValueOnce(new Error('away'));
  await expect(value('one')).rejects.toThrow('away');
  expect(await value('one')).toEqual(link);
});
