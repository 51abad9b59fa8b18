import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { get, guardedServer } from '../../../tests/support/guarded-server.ts';

const guarded = guardedServer();

describe('an address', () => {
  test('that has used up its share is told when to come back, and others notice nothing', async () => {
    guarded.work = (visit) => visit.pass(7500);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await guarded.ask('/', '127.0.0.2')).slice(9, 12));
    expect(statuses).toEqual(['200', '200', '200', '429']);
    expect(await guarded.ask('/', '127.0.0.2')).toMatch(/Retry-After: \d+/);
    expect(await guarded.ask('/known', '127.0.0.2')).toContain('known');
    guarded.work = (visit) => visit.pass();
    expect(await guarded.ask('/', '127.0.0.3')).toContain('here');
  });

  test('pays for every question, also for one that needs no work, and not for what is known', async () => {
    // The clock stands, so that nothing comes back.
    vi.useFakeTimers({ toFake: ['performance'] });
    guarded.work = (visit) => visit.pass(19_999);
    expect(await guarded.ask('/', '127.0.0.7')).toContain('here');
    guarded.work = () => undefined;
    for (let times = 0; times < 10; times += 1)
      expect(await guarded.ask('/known', '127.0.0.7')).toContain('known');
    for (let times = 0; times < 2; times += 1) expect(await guarded.ask('/', '127.0.0.7')).toContain('here');
    guarded.work = (visit) => visit.pass();
    expect(await guarded.ask('/', '127.0.0.7')).toContain('later');
  });

  test('pays for what its question takes at once, counted or not', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    guarded.work = (visit) => {
      visit.pass();
      vi.advanceTimersByTime(22_000);
    };
    expect(await guarded.ask('/', '127.0.0.8')).toContain('here');
    expect(await guarded.ask('/', '127.0.0.8')).toContain('later');
  });

  describe.each(['/', '/known'])('that asks on a hundred connections at once for %s', (path) => {
    let crowd: Socket[];
    beforeEach(async () => {
      let accepted = 0;
      guarded.server.on('connection', () => (accepted += 1));
      crowd = Array.from({ length: 100 }, () => guarded.come('127.0.0.9'));
      await expect.poll(() => accepted).toBe(100);
    });
    const write = (client: Socket) => client.write(get(path, 'Connection: close\r\n'));
    const answered = () => Promise.all(guarded.clients.map(text));

    test('has a bounded number begun in a turn of the event loop', async () => {
      let [most, before, open] = [0, 0, true];
      const look = () => {
        [most, before] = [Math.max(most, guarded.begun.length - before), guarded.begun.length];
        if (open) setImmediate(look);
      };
      look();
      for (const client of crowd) write(client);
      const right = expect.stringContaining(path === '/' ? 'here' : 'known');
      expect(await answered()).toEqual(Array(100).fill(right));
      open = false;
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(16);
    });

    test('is begun in turn with whoever comes after it', async () => {
      const other = guarded.come('127.0.0.10');
      await once(other, 'connect');
      for (const client of crowd) write(client);
      write(other);
      await answered();
      expect(guarded.begun).toHaveLength(101);
      expect(guarded.begun.indexOf('127.0.0.10')).toBeLessThan(50);
    });
  });

  test('is not made another by a header', async () => {
    guarded.work = (visit) => expect(visit.address).toBe('127.0.0.4');
    expect(
      await guarded.answers(
        get('/', 'X-Forwarded-For: 127.0.0.1\r\nForwarded: for=127.0.0.1\r\n'),
        '127.0.0.4',
      ),
    ).toContain('here');
  });

  test('that sends heaps of requests ahead is not read for a while', async () => {
    const isRead = async () => (await guarded.answers(get(), '127.0.0.5').catch(() => '')).includes('here');
    expect(await isRead()).toBe(true);
    for (let tries = 0; tries < 20; tries += 1) {
      await guarded.answers(get().repeat(100), '127.0.0.5').catch(() => '');
    }
    expect(await isRead()).toBe(false);
    expect(await guarded.answers(get(), '127.0.0.6')).toContain('here');
  });
});
