import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type CachedPage, createPageCache } from './page-cache.ts';
import type { Page } from './pages.ts';

const textIn = (cached: CachedPage | undefined) => cached && gunzipSync(cached.gzip).toString();
const page = (html: string, complete = true): Page => ({ status: 200, language: 'en', html, complete });

/** A renderer that counts its calls and waits until it is let go. */
function renderer(html = 'page', complete = true) {
  const gate = Promise.withResolvers<void>();
  const calls = { count: 0 };
  const render = async () => {
    calls.count += 1;
    await gate.promise;
    return page(html, complete);
  };
  return { render, calls, finish: gate.resolve };
}

describe('the page cache', () => {
  test('renders a page once, also for visitors who come together', async () => {
    const cache = createPageCache({ largestBytes: 1e6 });
    const { render, calls, finish } = renderer();
    const together = [cache.get('/', render), cache.get('/', render)];
    finish();
    await Promise.all(together);
    await cache.get('/', render);
    expect(calls.count).toBe(1);
  });

  test('keeps the same bytes in every encoding, under a strong tag', async () => {
    const cache = createPageCache({ largestBytes: 1e6 });
    const cached = await cache.get('/', async () => page('<p>نص</p>'));
    expect(brotliDecompressSync(cached.brotli).toString()).toBe('<p>نص</p>');
    expect(gunzipSync(cached.gzip).toString()).toBe('<p>نص</p>');
    expect(cached.etag).toMatch(/^"[\w-]{22}"$/);
    const other = await cache.get('/?lang=ar', async () => page('other'));
    expect(other.etag).not.toBe(cached.etag);
  });

  test('forgets everything when the library changes, also what was being rendered', async () => {
    const cache = createPageCache({ largestBytes: 1e6 });
    const { render, calls, finish } = renderer();
    const early = cache.get('/', render);
    await expect.poll(() => calls.count).toBe(1);
    cache.outdate();
    finish();
    await early;
    await cache.get('/', render);
    expect(calls.count).toBe(2);
  });

  test('gives a crowd the page before while one of them waits for the new one', async () => {
    const cache = createPageCache({ largestBytes: 1e6 });
    await cache.get('/', async () => page('before'));
    cache.outdate();
    expect(cache.ready('/')).toBeUndefined();
    const { render, calls, finish } = renderer('after');
    const first = cache.get('/', render);
    expect(textIn(cache.ready('/'))).toBe('before');
    expect(textIn(await cache.get('/', render))).toBe('before');
    finish();
    expect(textIn(await first)).toBe('after');
    expect(textIn(cache.ready('/'))).toBe('after');
    expect(calls.count).toBe(1);
  });

  test('renders once more for all changes that come during a rendering, and takes that one for the newest', async () => {
    const cache = createPageCache({ largestBytes: 1e6 });
    await cache.get('/', async () => page('first'));
    cache.outdate();
    const [old, next] = [renderer('second'), renderer('third')];
    const early = cache.get('/', old.render);
    await expect.poll(() => old.calls.count).toBe(1);
    cache.outdate();
    expect(cache.ready('/')).toBeUndefined();
    const late = cache.get('/', next.render);
    cache.outdate();
    expect(textIn(cache.ready('/'))).toBe('first');
    expect(textIn(await cache.get('/', next.render))).toBe('first');
    expect(next.calls.count).toBe(0);
    old.finish();
    next.finish();
    expect(textIn(await early)).toBe('second');
    expect(textIn(await late)).toBe('third');
    expect(textIn(cache.ready('/'))).toBe('third');
    expect(next.calls.count).toBe(1);
  });

  test('lets nobody wait after many changes in a row, and somebody again when they are over', async () => {
    const clock = { now: 0 };
    const cache = createPageCache({ largestBytes: 1e6, now: () => clock.now });
    const shown = async (made: string) => textIn(await cache.get('/', async () => page(made)));
    await shown('0');
    for (const made of Array.from({ length: 10 }, (_, at) => String(at + 1))) {
      cache.outdate();
      expect(await shown(made)).toBe(made);
    }
    cache.outdate();
    expect(await shown('11')).toBe('10');
    await expect.poll(() => textIn(cache.ready('/'))).toBe('11');
    clock.now = 2000;
    cache.outdate();
    expect(await shown('12')).toBe('12');
  });

  test('never keeps a page that the backend left incomplete', async () => {
    const cache = createPageCache({ largestBytes: 1e6 });
    const { render, calls, finish } = renderer('page', false);
    finish();
    await cache.get('/', render);
    await cache.get('/', render);
    expect(calls.count).toBe(2);
  });

  test('stays within its bytes, the longest unused going first', async () => {
    const cache = createPageCache({ largestBytes: 28_000 });
    const count = new Map<string, number>();
    const get = (key: string) =>
      cache.get(key, async () => {
        count.set(key, (count.get(key) ?? 0) + 1);
        // What is random does not shrink: 5 kB a page, in two encodings.
        return page(randomBytes(2500).toString('base64'));
      });
    for (const key of ['a', 'b', 'c', 'd', 'e']) await get(key);
    await get('a');
    await get('f');
    await get('a');
    await get('b');
    expect(count.get('a')).toBe(1);
    expect(count.get('b')).toBe(2);
  });

  test.each([
    { options: {}, most: 1 },
    { options: { mostRenderings: 4 }, most: 4 },
  ])('renders no more than $most at a time, whatever is asked', async ({ options, most }) => {
    const cache = createPageCache({ largestBytes: 1e6, ...options });
    const busy = { now: 0, most: 0 };
    const render = async () => {
      busy.now += 1;
      busy.most = Math.max(busy.most, busy.now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      busy.now -= 1;
      return page('found nothing');
    };
    await Promise.all(Array.from({ length: 100 }, (_, at) => cache.get(`/?search=${at}`, render)));
    expect(busy.most).toBe(most);
  });

  test('a failed rendering is tried again', async () => {
    const cache = createPageCache({ largestBytes: 1e6 });
    await expect(cache.get('/', async () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(textIn(await cache.get('/', async () => page('up')))).toBe('up');
  });

  test('gives a page that stays the best compression, under the same tag', async () => {
    const cache = createPageCache({ largestBytes: 1e6, settlesAfter: 0 });
    const html = Array.from({ length: 3000 }, (_, at) => `<p>lesson ${at * 7919}</p>`).join('');
    const quick = await cache.get('/', async () => page(html));
    await expect.poll(() => cache.ready('/')?.brotli.length).toBeLessThan(quick.brotli.length);
    const best = cache.ready('/');
    expect(best?.etag).toBe(quick.etag);
    expect(brotliDecompressSync(best?.brotli ?? Buffer.alloc(0)).toString()).toBe(html);
  });
});

describe('pages of a backend that tells of no changes', () => {
  const clock = { now: 0 };
  const cacheAt = () => {
    clock.now = 0;
    return createPageCache({ largestBytes: 1e6, freshFor: 60, staleFor: 600, now: () => clock.now });
  };
  const textOf = async (cache: ReturnType<typeof cacheAt>, render: () => Promise<Page>) =>
    textIn(await cache.get('/', render));

  test('are answered without asking while they are fresh', async () => {
    const cache = cacheAt();
    await textOf(cache, async () => page('first'));
    clock.now = 59;
    expect(textIn(cache.ready('/'))).toBe('first');
    expect(await textOf(cache, async () => page('second'))).toBe('first');
    expect(cache.ready('/other')).toBeUndefined();
  });

  test('are answered once more while one new page is made', async () => {
    const cache = cacheAt();
    await textOf(cache, async () => page('first'));
    clock.now = 61;
    expect(cache.ready('/')).toBeUndefined();
    const { render, calls, finish } = renderer('second');
    expect(await textOf(cache, render)).toBe('first');
    expect(await textOf(cache, render)).toBe('first');
    expect(calls.count).toBe(1);
    finish();
    await expect.poll(() => textIn(cache.ready('/'))).toBe('second');
  });

  test('outlive a backend that does not answer, and not for ever', async () => {
    const cache = cacheAt();
    await textOf(cache, async () => page('first'));
    clock.now = 659;
    expect(await textOf(cache, async () => Promise.reject(new Error('down')))).toBe('first');
    expect(await textOf(cache, async () => page('no answer', false))).toBe('first');
    await new Promise((resolve) => setImmediate(resolve));
    expect(cache.ready('/')).toBeUndefined();
    clock.now = 660;
    expect(await textOf(cache, async () => page('late'))).toBe('late');
  });
});
