import { Channel, Client, Query, Realtime } from 'appwrite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realtimeBench } from '../support/realtime-bench.ts';

/** The ways in which web SDKs of all ages subscribe and listen. */
const bench = realtimeBench();
const { newCategory, open } = bench;

it('channels in the address are one subscription, found by its channels', async () => {
  const socket = open('project=minbar&channels[]=rows&channels[]=files&channels[2]=rows');
  const connected = await socket.next();
  expect(connected.data).toMatchObject({ channels: ['rows', 'files'], user: null });
  expect(connected.data?.subscriptions).toEqual([expect.any(String)]);
  await newCategory('old');
  expect((await socket.next()).data).toMatchObject({
    subscriptions: connected.data?.subscriptions,
    payload: { categoryName: 'old' },
  });
});

describe('the web SDK (appwrite 28)', () => {
  let realtime: Realtime;
  beforeEach(() => {
    // The SDK reaches for a browser's timers and bench.storage.
    vi.stubGlobal('window', {
      setInterval,
      clearInterval,
      setTimeout,
      localStorage: { getItem: () => null },
    });
    realtime = new Realtime(new Client().setEndpoint(bench.endpoint).setProject('minbar'));
  });
  afterEach(async () => {
    await realtime.disconnect();
    vi.unstubAllGlobals();
  });

  /** Subscribes and collects what is heard. */
  async function listening(
    channels: Exclude<Parameters<typeof realtime.subscribe>[0], string>,
    queries: string[] = [],
  ) {
    const seen: { events: string[]; payload: Record<string, unknown> }[] = [];
    const { close } = await realtime.subscribe(channels, (event) => void seen.push(event as never), queries);
    return { seen, close };
  }
  const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

  it('hears rows of a table by Channel, with queries', async () => {
    const rows = Channel.tablesdb('library').table('categories').row();
    const all = await listening([rows]);
    const some = await listening([rows, 'files'], [Query.equal('categoryName', 'wanted')]);
    await eventually(async () => {
      await newCategory('unwanted');
      await newCategory('wanted');
      expect(all.seen.map(({ payload }) => payload.categoryName)).toEqual(
        expect.arrayContaining(['unwanted', 'wanted']),
      );
      expect(some.seen.length).toBeGreaterThan(0);
    });
    expect(some.seen.map(({ payload }) => payload.categoryName)).not.toContain('unwanted');
  });

  it('hears nothing any more after close', async () => {
    const { seen, close } = await listening(['rows']);
    await eventually(async () => {
      await newCategory('first');
      expect(seen.length).toBeGreaterThan(0);
    });
    await close();
    const heard = seen.length;
    await newCategory('after');
    expect(seen.length).toBe(heard);
  });

  it('reports an error of the server', async () => {
    const codes: unknown[] = [];
    const stranger = new Realtime(new Client().setEndpoint(bench.endpoint).setProject('other'));
    stranger.onError((_, code) => codes.push(code));
    await stranger.subscribe('rows', () => undefined).catch(() => undefined);
    await eventually(() => expect(codes).toContain(1008));
    await stranger.disconnect();
  });
});
