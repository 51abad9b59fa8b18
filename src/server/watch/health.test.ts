import { expect, onTestFinished, test, vi } from 'vitest';
import { programVersion } from '#settings/folders.ts';
import { createHealth } from './health.ts';

const load = () => ({ waiting: 2, connections: 5 });
const usual = { lessons: async () => 7, dataDir: process.cwd(), load };

test('a site that is well', async () => {
  expect(await createHealth(usual)()).toEqual({
    status: 'pass',
    version: programVersion,
    library: { answers: true, lessons: 7 },
    disk: expect.stringMatching(/enough|low/),
    queue: { waiting: 2 },
  });
});

test('a library that does not answer fails, and one kept elsewhere needs no disk', async () => {
  const health = createHealth({
    ...usual,
    lessons: () => Promise.reject(new Error('secret')),
    dataDir: undefined,
  });
  expect(await health()).toEqual({
    status: 'fail',
    version: programVersion,
    library: { answers: false },
    queue: { waiting: 2 },
  });
});

test('a crowd that asks costs one question', async () => {
  let asked = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const health = createHealth({ ...usual, lessons: async () => ++asked });
  await Promise.all(Array.from({ length: 100 }, health));
  vi.advanceTimersByTime(1999);
  await health();
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1);
  expect((await health()).library.lessons).toBe(2);
});
