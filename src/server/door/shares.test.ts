import { describe, expect, test, vi } from 'vitest';
import { guardedServer } from '../../../tests/support/guarded-server.ts';

const guarded = guardedServer();

describe('an address', () => {
  test('that has used up its share is told when to come back, and others notice nothing', async () => {
    guarded.work = (client) => client.charge(7500);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await guarded.ask('/', '127.0.0.2')).slice(9, 12));
    expect(statuses).toEqual(['200', '200', '200', '429']);
    expect(await guarded.ask('/', '127.0.0.2')).toMatch(/Retry-After: \d+/);
    expect(await guarded.ask('/known', '127.0.0.2')).toContain('known');
    guarded.work = (client) => client.charge();
    expect(await guarded.ask('/', '127.0.0.3')).toContain('here');
  });

  test('pays for every question, also for one that needs no work, and not for what is known', async () => {
    // The clock stands, so that nothing comes back.
    vi.useFakeTimers({ toFake: ['performance'] });
    guarded.work = (client) => client.charge(19_999);
    expect(await guarded.ask('/', '127.0.0.7')).toContain('here');
    guarded.work = () => undefined;
    for (let times = 0; times < 10; times += 1)
      expect(await guarded.ask('/known', '127.0.0.7')).toContain('known');
    for (let times = 0; times < 2; times += 1) expect(await guarded.ask('/', '127.0.0.7')).toContain('here');
    guarded.work = (client) => client.charge();
    expect(await guarded.ask('/', '127.0.0.7')).toContain('later');
  });

  test('pays for what its question takes at once, counted or not', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    guarded.work = (client) => {
      client.charge();
      vi.advanceTimersByTime(22_000);
    };
    expect(await guarded.ask('/', '127.0.0.8')).toContain('here');
    expect(await guarded.ask('/', '127.0.0.8')).toContain('later');
  });
});
