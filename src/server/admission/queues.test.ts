import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RequestContext } from '#http/request-context.ts';
import { shareWork } from '#site/pictures/picture-store.ts';
import { type Budgets, createBudgets, createFairQueue, createQueues } from './queues.ts';

let time: number;
/** Milliseconds by which the simulated clock advances each time it is read. */
let clockStepMs: number;
let budgets: Budgets;
let queue: ReturnType<typeof createFairQueue>;
let accepted: () => number;
let order: string[];

beforeEach(() => {
  time = 0;
  clockStepMs = 0;
  order = [];
  accepted = () => 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += clockStepMs;
    return time;
  });
  budgets = createBudgets();
  queue = createFairQueue({
    budgets,
    concurrency: 1,
    maxWaiting: 4,
    maxWaitMs: 10_000,
    clock: () => time,
    countAccepted: () => accepted(),
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Queues a job of one second that records its name. */
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
  test('prefers the address with the most budget, not the earliest request', async () => {
    await Promise.all([
      enqueue('crowd', 'c1'),
      enqueue('crowd', 'c2'),
      enqueue('crowd', 'c3'),
      enqueue('visitor', 'v'),
    ]);
    expect(order).toEqual(['c1', 'v', 'c2', 'c3']);
  });

  test('runs the requests of one address in order, even if its budget grows during the selection', async () => {
    clockStepMs = 0.01;
    const names = ['c1', 'c2', 'c3', 'c4', 'c5'];
    await Promise.all(names.map((name) => enqueue('crowd', name)));
    expect(order).toEqual(names);
  });

  test('runs the requests of addresses with full budgets in order', async () => {
    const names = ['v1', 'v2', 'v3', 'v4', 'v5'];
    await Promise.all(names.map((name) => enqueue(name, name)));
    expect(order).toEqual(names);
  });

  test('accepts pending connections between two jobs, up to a limit', async () => {
    let acceptedCount = 0;
    const countAtStart: number[] = [];
    accepted = () => acceptedCount;
    const acceptConnections = (limit: number) =>
      setImmediate(() => ++acceptedCount < limit && acceptConnections(limit));
    const work = (limit: number) => () => {
      countAtStart.push(acceptedCount);
      acceptConnections(limit);
    };
    await Promise.all([20, 10_000, 0].map((limit) => queue.run('visitor', work(limit), () => true)));
    const [, second = 0, third = 0] = countAtStart;
    expect(second).toBe(20);
    expect(third).toBeGreaterThan(60);
    expect(third).toBeLessThan(200);
    acceptedCount = 10_000;
  });

  test('accepts pending connections between two jobs for 20 ms at most', async () => {
    let acceptedCount = 0;
    const countAtStart: number[] = [];
    accepted = () => acceptedCount;
    const work = () => {
      countAtStart.push(acceptedCount);
      // From now on, each tick accepts a connection and takes ten milliseconds.
      const acceptSlowly = () => {
        acceptedCount += 1;
        time += 10;
        if (acceptedCount < 100) setImmediate(acceptSlowly);
      };
      if (acceptedCount === 0) setImmediate(acceptSlowly);
    };
    await Promise.all(Array.from({ length: 2 }, () => queue.run('visitor', work, () => true)));
    expect(countAtStart[1]).toBeLessThan(10);
    acceptedCount = 100;
  });

  test('that is full charges the address that filled it for a refusal', async () => {
    const charge = vi.spyOn(budgets, 'charge');
    const crowdRequests = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'].map((name) => enqueue('crowd', name));
    expect(await crowdRequests[5]).toBe('503 after 5');
    expect(charge).toHaveBeenCalledWith('crowd', 50);
    await Promise.all(crowdRequests);
  });

  test('that is full refuses the newest request of the address with the most requests, with a Retry-After', async () => {
    const crowdRequests = ['c1', 'c2', 'c3', 'c4', 'c5'].map((name) => enqueue('crowd', name));
    const [visitor, newestRequest] = [enqueue('visitor', 'v'), enqueue('crowd', 'c6')];
    expect(await Promise.all([...crowdRequests, visitor, newestRequest])).toEqual([
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

  test('drops the requests of disconnected clients and frees their slots', async () => {
    let isHere = true;
    const first = enqueue('a', 'first');
    const abandonedRequests = Array.from({ length: 4 }, (_, i) => enqueue('b', `gone ${i}`, () => isHere));
    isHere = false;
    expect(await enqueue('b', 'here')).toBe('done');
    expect(await first).toBe('done');
    expect(new Set(await Promise.all(abandonedRequests))).toEqual(new Set(['503 after 5']));
    expect(order).toEqual(['first', 'here']);
  });

  test('refuses a request after the maximum wait', async () => {
    const slowJob = queue.run(
      'a',
      async () => {
        await undefined;
        time += 11_000;
      },
      () => true,
    );
    const expiredRequest = enqueue('b', 'too late');
    await slowJob;
    expect(await expiredRequest).toBe('503 after 5');
    expect(await enqueue('b', 'in time')).toBe('done');
  });

  test('continues after a failed job, and charges for that job', async () => {
    const failed = queue.run(
      'a',
      () => {
        time += 2000;
        throw new Error('no');
      },
      () => true,
    );
    const nextRequest = enqueue('a', 'next');
    await expect(failed).rejects.toThrow('no');
    expect(await nextRequest).toBe('done');
    expect(budgets.remaining('a')).toBe(20_000 - 3000 + 500);
  });
});

test.each([
  ['their shared CPU time', true, 1000],
  ['their own elapsed time', false, 2000],
])('concurrent jobs are charged %s', async (_, isClockShared, total) => {
  const charge = vi.fn();
  const concurrentQueue = createFairQueue({
    budgets: { ...budgets, charge },
    concurrency: 2,
    maxWaiting: 4,
    maxWaitMs: 10_000,
    clock: () => time,
    isClockShared,
    countAccepted: () => 0,
  });
  const render = Promise.withResolvers<void>();
  const jobs = ['one', 'other'].map((address) =>
    concurrentQueue.run(
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

describe('a budget', () => {
  test('allows 20 seconds of work at once, then half of a processor, for each address', async () => {
    budgets.charge('a', 20_000);
    expect(await enqueue('a', 'x')).toBe('429 after 1');
    expect(await enqueue('b', 'y')).toBe('done');
    time += 1000;
    expect(await enqueue('a', 'x')).toBe('done');
  });

  test('is never overdrawn for longer than half a minute, and is dropped if 10,000 addresses are more recent', () => {
    budgets.charge('a', 1e9);
    time += 31_000;
    expect(() => budgets.check('a')).not.toThrow();
    budgets.charge('a', 1000);
    for (let i = 0; i < 10_000; i++) budgets.charge(`b${i}`, 1);
    expect(budgets.remaining('a')).toBe(20_000);
  });
});

test('serves 300 simultaneous requests while another client fills the queue', async () => {
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const { thread } = createQueues(createBudgets(), 1, () => 0);
  const work = async () => {
    time += 5;
  };
  const isServed = (address: string) =>
    thread
      .run(address, work, () => true)
      .then(
        () => true,
        () => false,
      );
  const hostileRequests = Array.from({ length: 1500 }, () => isServed('hostile'));
  const crowdRequests = Array.from({ length: 300 }, () => isServed('crowd'));
  expect(new Set(await Promise.all(crowdRequests))).toEqual(new Set([true]));
  // The hostile client filled the rest of the queue, and its further requests were refused.
  expect((await Promise.all(hostileRequests)).filter(Boolean).length).toBeLessThan(1024);
});

test('charges a drawing for the CPU time of its process, not for its wait on a busy machine', async () => {
  const budgets = createBudgets();
  let usedMs = 0;
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const { drawings } = createQueues(
    budgets,
    1,
    () => 0,
    () => usedMs,
  );
  const draw = async () => {
    usedMs += 200;
    time += 19_000;
  };
  await drawings.run('a', draw, () => true);
  expect(budgets.remaining('a')).toBe(19_800);
});

test('lets a visitor continue after two downloads of a minute each from a slow hosted backend', async () => {
  const budgets = createBudgets();
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const { fetches } = createQueues(budgets, 1, () => 0);
  const download = async () => {
    time += 60_000;
  };
  for (let count = 0; count < 2; count += 1) await fetches.run('a', download, () => true);
  expect(budgets.remaining('a')).toBe(14_000);
});

test('draws for a reader while another client fills the drawing queue, and charges that client', async () => {
  const budgets = createBudgets();
  const { drawings } = createQueues(budgets, 1, () => 0);
  const draw = shareWork<string>((client, work, isWanted) => drawings.run(client.address, work, isWanted));
  const client = (address: string) => ({ address, isConnected: () => true }) as RequestContext;
  const work = () => new Promise<string>((resolve) => setImmediate(resolve, 'drawn'));
  const hostileRequests = Array.from({ length: 200 }, (_, index) =>
    draw(`hostile-${index}`, work, client('hostile')).catch(() => 'refused'),
  );
  expect(await draw('a page', work, client('reader'))).toBe('drawn');
  const refusalCount = (await Promise.all(hostileRequests)).filter((result) => result === 'refused').length;
  expect(refusalCount).toBeGreaterThan(100);
  expect(budgets.remaining('hostile')).toBeLessThan(20_000 - 50 * 100);
  expect(budgets.remaining('reader')).toBeGreaterThan(19_000);
});
