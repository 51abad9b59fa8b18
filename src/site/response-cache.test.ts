import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import type { Page } from './page.ts';
import { type CachedResponse, cacheKey, createResponseCache } from './response-cache.ts';

const page = (text: string, complete = true): Page => ({ status: 200, language: 'en', text, complete });
const textIn = (response: CachedResponse | undefined) =>
  response && brotliDecompressSync(response.body ?? '').toString();

/** Creates a cache for a library whose version and clock the test controls. */
function createLibraryCache(maxBytes?: number) {
  let version = 1;
  const clock = { now: 0 };
  const clockSpy = vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  onTestFinished(() => clockSpy.mockRestore());
  const responses = createResponseCache(() => version, {}, maxBytes);
  return {
    responses,
    clock,
    async change() {
      version += 1;
      // The cache reads the version once per tick.
      await new Promise((next) => setImmediate(next));
    },
    found: (href = '/') => textIn(responses.find(cacheKey(href, 'br'))),
    get: async (
      render: () => Promise<Page | undefined> | Page | undefined,
      href = '/',
      client?: RequestContext,
    ) => textIn(await responses.get(href, 'br', () => render, client)),
  };
}

/** Creates a renderer that counts its calls and waits for `finish`. */
function createRenderer(html = 'page', complete = true) {
  const gate = Promise.withResolvers<void>();
  const calls = { count: 0 };
  const render = async () => {
    calls.count += 1;
    await gate.promise;
    return page(html, complete);
  };
  return { render, calls, finish: gate.resolve };
}

/** Creates a client whose main-thread work runs in `queue`. */
const clientWith = (queue: RequestContext['queue']) =>
  ({ queue }) as Partial<RequestContext> as RequestContext;
const refusedClient = clientWith(async () => {
  throw new ApiError('general_rate_limit_exceeded', { retryAfter: '7' });
});

describe('a cached response', () => {
  test('is rendered once for simultaneous requests', async () => {
    const { get } = createLibraryCache();
    const { render, calls, finish } = createRenderer();
    const simultaneousResponses = [get(render), get(render)];
    finish();
    expect(await Promise.all(simultaneousResponses)).toEqual(['page', 'page']);
    await get(render);
    expect(calls.count).toBe(1);
  });

  test('has the same content in every encoding, each with its own strong tag', async () => {
    const { responses } = createLibraryCache();
    const get = (encoding?: 'br' | 'gzip') => responses.get('/', encoding, () => () => page('<p>نص</p>'));
    const [br, gzip, plain] = [await get('br'), await get('gzip'), await get()];
    expect(textIn(br)).toBe('<p>نص</p>');
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe('<p>نص</p>');
    expect(plain?.body?.toString()).toBe('<p>نص</p>');
    expect(new Set([br, gzip, plain].map((response) => response?.headers.ETag)).size).toBe(3);
  });

  test('is rendered again when the library changes, even during rendering', async () => {
    const { get, change } = createLibraryCache();
    const [oldRenderer, nextRenderer] = [createRenderer('old'), createRenderer('next')];
    const earlyResponse = get(oldRenderer.render);
    await expect.poll(() => oldRenderer.calls.count).toBe(1);
    await change();
    const lateResponse = get(nextRenderer.render);
    oldRenderer.finish();
    nextRenderer.finish();
    expect(await earlyResponse).toBe('old');
    expect(await lateResponse).toBe('next');
  });

  test('is the previous one for all further requests while the new one is rendered', async () => {
    const { get, found: cachedText, change } = createLibraryCache();
    await get(() => page('before'));
    await change();
    expect(cachedText()).toBeUndefined();
    const { render, calls, finish } = createRenderer('after');
    const first = get(render);
    await expect.poll(() => calls.count).toBe(1);
    expect(cachedText()).toBe('before');
    expect(await get(render)).toBe('before');
    finish();
    expect(await first).toBe('after');
    expect(cachedText()).toBe('after');
    expect(calls.count).toBe(1);
  });

  test('is the previous one while the new one takes long to render', async () => {
    const { get, change } = createLibraryCache();
    await get(() => page('before'));
    await change();
    const { render, finish } = createRenderer('after');
    expect(await get(render)).toBe('before');
    finish();
    await expect.poll(() => get(render)).toBe('after');
  });

  test('is the previous one when rendering fails', async () => {
    const { get, change } = createLibraryCache();
    const failingRender = async () => Promise.reject(new Error('down'));
    await expect(get(failingRender)).rejects.toThrow('down');
    expect(await get(() => page('up'))).toBe('up');
    await change();
    expect(await get(failingRender)).toBe('up');
  });

  test('older than ten minutes is sent to the first visitor only when rendering fails', async () => {
    const { get, change, clock } = createLibraryCache();
    await get(() => page('first'));
    await change();
    clock.now = 700_000;
    const slowRenderer = createRenderer('late');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const response = get(slowRenderer.render);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    slowRenderer.finish();
    expect(await response).toBe('late');
    await change();
    clock.now = 2_000_000;
    expect(await get(async () => Promise.reject(new Error('away')))).toBe('late');
  });

  test('that is incomplete is sent to one visitor and not cached', async () => {
    const { responses, get } = createLibraryCache();
    const { render, calls, finish } = createRenderer('page', false);
    finish();
    const response = await responses.get('/', 'br', () => render);
    expect(response?.headers['Cache-Control']).toBe('no-store');
    await get(render);
    expect(calls.count).toBe(2);
  });

  test('of a removed lesson is not served again', async () => {
    const { get, found: cachedText, change } = createLibraryCache();
    await get(() => page('a lesson'), '/lesson/a');
    await change();
    expect(await get(() => undefined, '/lesson/a')).toBeUndefined();
    expect(cachedText('/lesson/a')).toBeUndefined();
  });

  test('is missing without a wait in the client’s queue if there is no such document', async () => {
    const { responses } = createLibraryCache();
    expect(await responses.get('/lesson/unknown', 'br', () => undefined, refusedClient)).toBeUndefined();
  });

  test('is evicted when it is the least recently used and the cache is full', async () => {
    const { get, found: cachedText } = createLibraryCache(30_000);
    const hrefs = ['/', '/?page=2', '/?page=3', '/?page=4', '/?page=5', '/?page=6'];
    for (const href of hrefs) {
      await get(() => page(randomBytes(4000).toString('base64')), href);
      cachedText('/?page=2');
    }
    expect(hrefs.filter((href) => cachedText(href) !== undefined)).toEqual(
      expect.arrayContaining(['/', '/?page=2', '/?page=6']),
    );
    expect(cachedText('/?page=3')).toBeUndefined();
  });
});

test('serves any cached page at once, with a notice, while the backend is unavailable', async () => {
  const { get, change, clock } = createLibraryCache();
  await get(() => page('<div id="root">first'));
  await change();
  clock.now = 700_000;
  const withNotice = await get(() => page('', false));
  expect(withNotice).toMatch(/<aside .*is unavailable.*first/);
  const { render, calls, finish } = createRenderer('late');
  expect(await get(render)).toBe(withNotice);
  expect(calls.count).toBe(0);
  clock.now += 6000;
  expect(await get(render)).toBe(withNotice);
  finish();
  await expect.poll(() => get(render)).toBe('late');
});

test('a failed search does not mark the backend as unavailable', async () => {
  const { get, change } = createLibraryCache();
  await get(() => page('before'), '/?page=2');
  await change();
  await get(() => page('', false), '/?search=a');
  expect(await get(() => page('after'), '/?page=2')).toBe('after');
});

describe('a request', () => {
  test('is charged to its own client, which never gets the refusal of another client', async () => {
    const { get } = createLibraryCache();
    const queueGate = Promise.withResolvers<void>();
    const hostileClient = clientWith(async () => {
      await queueGate.promise;
      throw new ApiError('general_rate_limit_exceeded', { retryAfter: '7' });
    });
    const first = get(() => page('search'), '/?search=a', hostileClient);
    const visitor = clientWith(async (work) => work());
    expect(await get(() => page('search'), '/?search=a', visitor)).toBe('search');
    queueGate.resolve();
    await expect(first).rejects.toThrow(ApiError);
  });

  test('uses a page that was cached while the request was queued', async () => {
    const { get } = createLibraryCache();
    const slot = Promise.withResolvers<void>();
    const queued = clientWith(async (work) => {
      await slot.promise;
      return work();
    });
    const { render, calls, finish } = createRenderer();
    const queuedResponse = get(render, '/?search=a', queued);
    finish();
    await get(render, '/?search=a');
    slot.resolve();
    expect(await queuedResponse).toBe('page');
    expect(calls.count).toBe(1);
  });

  test('gets the home page or a cached page even if its client’s budget is used up', async () => {
    const { get, change } = createLibraryCache();
    expect(await get(() => page('home'), '/', refusedClient)).toBe('home');
    expect(await get(() => page('home'), '/?lang=ar', refusedClient)).toBe('home');
    await get(() => page('before'), '/?page=2');
    await change();
    expect(await get(() => page('after'), '/?page=2', refusedClient)).toBe('before');
    await expect(get(() => page('new'), '/?page=3', refusedClient)).rejects.toThrow(ApiError);
  });
});
