import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { br, headerOf, libraryCache, line, page, renderer, textIn } from '../../tests/support/held-pages.ts';

describe('the page cache', () => {
  test('renders a page once, also for visitors who come together', async () => {
    const { get } = libraryCache();
    const { render, calls, finish } = renderer();
    const together = [get(render), get(render)];
    finish();
    await Promise.all(together);
    await get(render);
    expect(calls.count).toBe(1);
  });

  test('answers the same bytes in every encoding, each under its strong tag, and 304 to who has them', async () => {
    const { cache } = libraryCache();
    const ask = (acceptEncoding = '', ifNoneMatch = '') =>
      cache.get('/', { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch }, async () =>
        page('<p>نص</p>'),
      );
    expect(textIn(await ask('br'))).toBe('<p>نص</p>');
    expect(gunzipSync((await ask('gzip')).body ?? '').toString()).toBe('<p>نص</p>');
    expect((await ask()).body?.toString()).toBe('<p>نص</p>');
    const tags = await Promise.all(['br', 'gzip', ''].map(async (each) => headerOf(await ask(each), 'ETag')));
    expect(new Set(tags).size).toBe(3);
    for (const [at, encoding] of ['br', 'gzip', ''].entries()) {
      expect((await ask(encoding, `"other", W/${tags[at]}`)).status).toBe(304);
      expect((await ask(encoding, tags[(at + 1) % 3])).status).toBe(200);
    }
  });

  test('has the unpacked page in memory for those it is being sent to, once, also for who ask together', async () => {
    const { cache } = libraryCache();
    const plain = {};
    await cache.get('/', br, async () => page('large'));
    expect(cache.find('/', plain)).toBeUndefined();
    const asked = [plain, plain].map((each) => cache.get('/', each, async () => page('large')));
    const [first, second] = await Promise.all(asked);
    expect(second?.body).toBe(first?.body);
    expect(cache.find('/', plain)?.body).toBe(first?.body);
  });

  test('renders anew when the library changes, also what was being rendered', async () => {
    const { get, change } = libraryCache();
    const { render, calls, finish } = renderer();
    const early = get(render);
    await expect.poll(() => calls.count).toBe(1);
    change();
    finish();
    await early;
    await get(render);
    expect(calls.count).toBe(2);
  });

  test('gives a crowd the page before while one of them waits for the new one', async () => {
    const { get, found, change } = libraryCache();
    await get(async () => page('before'));
    change();
    expect(found()).toBeUndefined();
    const { render, calls, finish } = renderer('after');
    const first = get(render);
    expect(found()).toBe('before');
    expect(await get(render)).toBe('before');
    finish();
    expect(await first).toBe('after');
    expect(found()).toBe('after');
    expect(calls.count).toBe(1);
  });

  test('renders once more for all changes that come during a rendering, and takes that one for the newest', async () => {
    const { get, found, change } = libraryCache();
    await get(async () => page('first'));
    change();
    const [old, next] = [renderer('second'), renderer('third')];
    const early = get(old.render);
    await expect.poll(() => old.calls.count).toBe(1);
    change();
    expect(found()).toBeUndefined();
    const late = get(next.render);
    change();
    expect(found()).toBe('first');
    expect(await get(next.render)).toBe('first');
    expect(next.calls.count).toBe(0);
    old.finish();
    next.finish();
    expect(await early).toBe('second');
    expect(await late).toBe('third');
    expect(found()).toBe('third');
    expect(next.calls.count).toBe(1);
  });

  test('lets nobody wait long for the new page while there is the one before', async () => {
    const { get, change } = libraryCache();
    await get(async () => page('before'));
    change();
    const { render, finish } = renderer('after');
    expect(await get(render)).toBe('before');
    finish();
    await expect.poll(() => get(render)).toBe('after');
  });

  test('never keeps a page that the backend left incomplete', async () => {
    const { get } = libraryCache();
    const { render, calls, finish } = renderer('page', false);
    finish();
    await get(render);
    await get(render);
    expect(calls.count).toBe(2);
  });

  test('stays within its bytes, the longest unused going first, and never lets the home pages go', async () => {
    const { get, found } = libraryCache(60_000);
    const render = async () => page(randomBytes(4000).toString('base64'));
    const keys = ['/', '/?lang=ar', '/?page=2', '/?page=3', '/?page=4', '/?page=5', '/?page=6'];
    for (const key of keys) {
      await get(render, key);
      found('/?page=2');
    }
    const kept = keys.filter((key) => found(key) !== undefined);
    expect(kept).toEqual(expect.arrayContaining(['/', '/?lang=ar', '/?page=2', '/?page=6']));
    expect(kept).not.toContain('/?page=3');
  });

  test('renders in the turn of whoever asks, and the home pages at once', async () => {
    const { get } = libraryCache();
    const { asker, waiting, next } = line();
    const search = get(async () => page('found'), '/?search=a', asker());
    expect(await get(async () => page('home'), '/', asker())).toBe('home');
    expect(await get(async () => page('home'), '/?lang=ar', asker())).toBe('home');
    expect(waiting).toHaveLength(1);
    next();
    expect(await search).toBe('found');
  });

  test('does not begin what nobody waits for any more', async () => {
    const { get } = libraryCache();
    const { asker, next, waits } = line();
    const { render, calls, finish } = renderer();
    finish();
    const leaving = asker(() => false);
    const gone = get(render, '/?search=a', leaving);
    await waits();
    next();
    await expect(gone).rejects.toThrow('nobody waits');
    const early = get(render, '/?search=a', leaving);
    const late = get(render, '/?search=a', asker());
    await waits();
    next();
    expect(await Promise.all([early, late])).toEqual(['page', 'page']);
    expect(calls.count).toBe(1);
  });

  test('a failed rendering is tried again, and until then the page before is shown', async () => {
    const { get, change } = libraryCache();
    const failing = async () => Promise.reject(new Error('down'));
    await expect(get(failing)).rejects.toThrow('down');
    expect(await get(async () => page('up'))).toBe('up');
    change();
    expect(await get(failing)).toBe('up');
  });

  /** Repeats itself in a way that the best packing makes more of. */
  const long = Array.from({ length: 3000 }, (_, at) => `<p>lesson ${at * 7919}</p>`).join('');

  test('gives a page that stays the best packing, under the same tag', async () => {
    const { cache, clock } = libraryCache();
    const quick = await cache.get('/?page=2', br, async () => page(long));
    const size = () => cache.find('/?page=2', br)?.body?.length;
    clock.now = 999;
    expect(size()).toBe(quick.body?.length);
    clock.now = 1000;
    await expect.poll(size).toBeLessThan(quick.body?.length ?? 0);
    const best = await cache.get('/?page=2', br, async () => page('never'));
    expect(headerOf(best, 'ETag')).toBe(headerOf(quick, 'ETag'));
    expect(textIn(best)).toBe(long);
  });

  test('gives a prepared page the best packing from the first answer on', async () => {
    const { cache, change } = libraryCache();
    const render = async () => page(long);
    const size = async (key: string) => (await cache.get(key, br, render)).body?.length;
    const quick = await size('/?page=2');
    const home = ['/', '/?lang=ar'];
    await Promise.all(home.map((key) => cache.prepare(key, render)));
    for (const key of home) expect(await size(key)).toBeLessThan(quick ?? 0);
    change();
    for (const key of home) expect(await size(key)).toBeLessThan(quick ?? 0);
  });
});

test('a page of ten minutes ago is shown only where no new one can be made', async () => {
  const { get, change, clock } = libraryCache();
  await get(async () => page('first'));
  change();
  clock.now = 700_000;
  const slow = renderer('late');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const answer = get(slow.render);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  slow.finish();
  expect(await answer).toBe('late');
  change();
  clock.now = 2_000_000;
  expect(await get(async () => Promise.reject(new Error('away')))).toBe('late');
});

test('while the backend is away nobody waits for it longer than a moment, however old the page', async () => {
  const { get, change, clock } = libraryCache();
  await get(async () => page('first'));
  change();
  clock.now = 700_000;
  await get(async () => page('', false));
  clock.now += 6000;
  const slow = renderer('late');
  expect(await get(slow.render)).toContain('first');
  slow.finish();
  await expect.poll(() => get(slow.render)).toBe('late');
});

test('whoever has had its share is shown what there is, and nothing is made for it', async () => {
  const { cache, change } = libraryCache();
  const refuse = () => {
    throw new Error('had its share');
  };
  const spent = { isConnected: () => true, queue: async () => refuse() };
  await cache.get('/?page=2', br, async () => page('kept'));
  change();
  expect(textIn(await cache.get('/?page=2', br, refuse, spent))).toBe('kept');
  await expect(cache.get('/?page=3', br, refuse, spent)).rejects.toThrow('had its share');
});

test('one page stands in the place of all that there are not, also of one that there was', async () => {
  const { cache, change } = libraryCache();
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    return { ...page('lost'), status: 404 as const };
  };
  await cache.get('/lesson/a', br, async () => page('a lesson'));
  change();
  for (const key of ['/lesson/a', '/lesson/b', '/lesson/c', '/lesson/a']) {
    const answer = await cache.get(key, br, async () => ({ key: 'lost', render }));
    expect([answer.status, textIn(answer)]).toEqual([404, 'lost']);
  }
  expect(rendered).toBe(1);
  expect(cache.find('/lesson/b', br)).toBeUndefined();
});
