import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RequestContext } from '#http/request-context.ts';
import { shareWork } from '#site/pictures/picture-store.ts';
import { type Budgets, createBudgets, createFairQueue, createQueues } from './queues.ts';

let time: number;
/** Milliseconds of the simulated clock. */
let lookTakes: number;
let budgets: Budgets;
let queue: ReturnType<typeof createFairQueue>;
let accepted: () => number;
let order: string[];

beforeEach(() => {
  time = 0;
  lookTakes = 0;
  order = [];
  accepted = () => 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += lookTakes;
    return time;
  });
  budgets = createBudgets();
  queue = createFairQueue({
    budgets,
    width: 1,
    maxWaiting: 4,
    maxWaitMs: 10_000,
    clock: () => time,
    accepted: () => accepted(),
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Queues a job of one second under `name`. */
const enqueue = (address: string, name: string, isWanted = () => true) =>
  queue
    .run(
      address,
      async () => {
        order.push(name);
        time += 1000;
      },
      isWanted,
    )
    .then(
      () => 'done',
      ({ code, values }) => `${code} after ${values.retryAfter}`,
    );

describe('a queue', () => {
  test('goes by what each address has had, not by who came first', async () => {
    await Promise.all([
      enqueue('crowd', 'c1'),
      enqueue('crowd', 'c2'),
      enqueue('crowd', 'c3'),
      enqueue('visitor', 'v'),
    ]);
    expect(order).toEqual(['c1', 'v', 'c2', 'c3']);
  });

  test('lets whoever came first of a crowd go first, though its share grows while the queue is looked at', async () => {
    lookTakes = 0.01;
    const names = ['c1', 'c2', 'c3', 'c4', 'c5'];
    await Promise.all(names.map((name) => enqueue('crowd', name)));
    expect(order).toEqual(names);
  });

  test('lets whoever came first go first of visitors who have had nothing yet', async () => {
    const names = ['v1', 'v2', 'v3', 'v4', 'v5'];
    await Promise.all(names.map((name) => enqueue(name, name)));
    expect(order).toEqual(names);
  });

  test('lets connections in between two works as long as they come, but not for ever', async () => {
    let came = 0;
    const pauses: number[] = [];
    accepted = () => came;
    const arrive = (limit: number) => setImmediate(() => ++came < limit && arrive(limit));
    const work = (limit: number) => () => {
      pauses.push(came);
      arrive(limit);
    };
    await Promise.all([20, 10_000, 0].map((limit) => queue.run('visitor', work(limit), () => true)));
    const [, second = 0, third = 0] = pauses;
    expect(second).toBe(20);
    expect(third).toBeGreaterThan(60);
    expect(third).toBeLessThan(200);
    came = 10_000;
  });

  test('that is full costs whoever filled it what they are sent away for', async () => {
    const charge = vi.spyOn(budgets, 'charge');
    const crowd = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'].map((name) => enqueue('crowd', name));
    expect(await crowd[5]).toBe('503 after 5');
    expect(charge).toHaveBeenCalledWith('crowd', 50);
    await Promise.all(crowd);
  });

  test('that is full sends the last of the largest crowd away, at once and with a time to come back', async () => {
    const crowd = ['c1', 'c2', 'c3', 'c4', 'c5'].map((name) => enqueue('crowd', name));
    const [visitor, late] = [enqueue('visitor', 'v'), enqueue('crowd', 'c6')];
    expect(await Promise.all([...crowd, visitor, late])).toEqual([
      'done',
      'done',
      'done',
      'done',
      '503 after 5',
      'done',
      '503 after 5',
    ]);
    expect(order).toEqual(['c1', 'v', 'c2', 'c3', 'c4']);
  });

  test('does nothing for who has gone, nor keeps a place for them', async () => {
    let isHere = true;
    const first = enqueue('a', 'first');
    const abandoned = Array.from({ length: 4 }, (_, i) => enqueue('b', `gone ${i}`, () => isHere));
    isHere = false;
    expect(await enqueue('b', 'here')).toBe('done');
    expect(await first).toBe('done');
    expect(new Set(await Promise.all(abandoned))).toEqual(new Set(['503 after 5']));
    expect(order).toEqual(['first', 'here']);
  });

  test('keeps nobody longer than its patience', async () => {
    const slow = queue.run(
      'a',
      async () => {
        await undefined;
        time += 11_000;
      },
      () => true,
    );
    const waited = enqueue('b', 'too late');
    await slow;
    expect(await waited).toBe('503 after 5');
    expect(await enqueue('b', 'in time')).toBe('done');
  });

  test('goes on after a work that failed, and counts what it took', async () => {
    const failed = queue.run(
      'a',
      () => {
        time += 2000;
        throw new Error('no');
      },
      () => true,
    );
    const next = enqueue('a', 'next');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
    expect(budgets.left('a')).toBe(20_000 - 3000 + 500);
  });
});

test.each([
  ['CPU time, which they share', true, 1000],
  ['time, which each waits', false, 2000],
])('jobs that overlap are charged %s', async (_, isClockShared, total) => {
  const charge = vi.fn();
  const wide = createFairQueue({
    budgets: { ...budgets, charge },
    width: 2,
    maxWaiting: 4,
    maxWaitMs: 10_000,
    clock: () => time,
    isClockShared,
    accepted: () => 0,
  });
  const render = Promise.withResolvers<void>();
  const jobs = ['one', 'other'].map((address) =>
    wide.run(
      address,
      () => render.promise,
      () => true,
    ),
  );
  await Promise.resolve();
  time += 1000;
  render.resolve();
  await Promise.all(jobs);
  expect(charge.mock.calls.reduce((sum, [, milliseconds]) => sum + milliseconds, 0)).toBe(total);
});

describe('a share', () => {
  test('is 20 seconds of work at once, then half of the time; others have theirs', async () => {
    budgets.charge('a', 20_000);
    expect(await enqueue('a', 'x')).toBe('429 after 1');
    expect(await enqueue('b', 'y')).toBe('done');
    time += 1000;
    expect(await enqueue('a', 'x')).toBe('done');
  });

  test('is never owed for longer than half a minute, nor by more addresses than are remembered', () => {
    budgets.charge('a', 1e9);
    time += 31_000;
    expect(() => budgets.check('a')).not.toThrow();
    budgets.charge('a', 1000);
    for (let i = 0; i < 10_000; i++) budgets.charge(`b${i}`, 1);
    expect(budgets.left('a')).toBe(20_000);
  });
});

test('three hundred who come at once are all served beside a client that fills the rest of the queue', async () => {
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const { thread } = createQueues(createBudgets(), 1, () => 0);
  const work = async () => {
    time += 5;
  };
  const served = (address: string) =>
    thread
      .run(address, work, () => true)
      .then(
        () => true,
        () => false,
      );
  const hostile = Array.from({ length: 1500 }, () => served('hostile'));
  const crowd = Array.from({ length: 300 }, () => served('crowd'));
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([true]));
  // The hostile client filled the rest of the queue and was refused beyond it.
  expect((await Promise.all(hostile)).filter(Boolean).length).toBeLessThan(1024);
});

test('a drawing costs what its process has used, not what a busy machine let it wait', async () => {
  const budgets = createBudgets();
  let used = 0;
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const { drawings } = createQueues(
    budgets,
    1,
    () => 0,
    () => used,
  );
  const draw = async () => {
    used += 200;
    time += 19_000;
  };
  await drawings.run('a', draw, () => true);
  expect(budgets.left('a')).toBe(19_800);
});

test('a reader beside a client that fills the drawing queue is drawn, and the client pays', async () => {
  const budgets = createBudgets();
  const { drawings } = createQueues(budgets, 1, () => 0);
  const draw = shareWork<string>((client, work, isWanted) => drawings.run(client.address, work, isWanted));
  const client = (address: string) => ({ address, isConnected: () => true }) as RequestContext;
  const work = () => new Promise<string>((resolve) => setImmediate(resolve, 'drawn'));
  const hostile = Array.from({ length: 200 }, (_, at) =>
    draw(`hostile-${at}`, work, client('hostile')).catch(() => 'refused'),
  );
  expect(await draw('a page', work, client('reader'))).toBe('drawn');
  const refusalCount = (await Promise.all(hostile)).filter((result) => result === 'refused').length;
  expect(refusalCount).toBeGreaterThan(100);
  expect(budgets.left('hostile')).toBeLessThan(20_000 - 50 * 100);
  expect(budgets.left('reader')).toBeGreaterThan(19_000);
});
