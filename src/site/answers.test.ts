import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { type Answer, answerKey, createAnswers } from './answers.ts';
import type { Page } from './page.ts';

const page = (text: string, complete = true): Page => ({ status: 200, language: 'en', text, complete });
const textIn = (answer: Answer | undefined) => answer && brotliDecompressSync(answer.body ?? '').toString();

/** A cache of a library whose version and time the test controls. */
function libraryCache(maxBytes?: number) {
  let version = 1;
  const clock = { now: 0 };
  const stopped = vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  onTestFinished(() => stopped.mockRestore());
  const answers = createAnswers(() => version, {}, maxBytes);
  return {
    answers,
    clock,
    async change() {
      version += 1;
      // The version is read once in a tick.
      await new Promise((next) => setImmediate(next));
    },
    found: (href = '/') => textIn(answers.find(answerKey(href, 'br'))),
    get: async (
      render: () => Promise<Page | undefined> | Page | undefined,
      href = '/',
      client?: RequestContext,
    ) => textIn(await answers.get(href, 'br', () => render, client)),
  };
}

/** A renderer that counts its calls and waits for a signal. */
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

/** A client whose work on the main thread runs in `queue`. */
const clientWith = (queue: RequestContext['queue']) =>
  ({ queue }) as Partial<RequestContext> as RequestContext;
const refusedClient = clientWith(async () => {
  throw new ApiError('general_rate_limit_exceeded', { retryAfter: '7' });
});

describe('an answer', () => {
  test('is rendered once, also for visitors who come together', async () => {
    const { get } = libraryCache();
    const { render, calls, finish } = renderer();
    const together = [get(render), get(render)];
    finish();
    expect(await Promise.all(together)).toEqual(['page', 'page']);
    await get(render);
    expect(calls.count).toBe(1);
  });

  test('has the same bytes in every encoding, each under its strong tag', async () => {
    const { answers } = libraryCache();
    const get = (encoding?: 'br' | 'gzip') => answers.get('/', encoding, () => () => page('<p>نص</p>'));
    const [br, gzip, plain] = [await get('br'), await get('gzip'), await get()];
    expect(textIn(br)).toBe('<p>نص</p>');
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe('<p>نص</p>');
    expect(plain?.body?.toString()).toBe('<p>نص</p>');
    expect(new Set([br, gzip, plain].map((answer) => answer?.headers.ETag)).size).toBe(3);
  });

  test('is rendered again when the library changes, also while it is rendered', async () => {
    const { get, change } = libraryCache();
    const [old, next] = [renderer('old'), renderer('next')];
    const early = get(old.render);
    await expect.poll(() => old.calls.count).toBe(1);
    await change();
    const late = get(next.render);
    old.finish();
    next.finish();
    expect(await early).toBe('old');
    expect(await late).toBe('next');
  });

  test('is the one before for a crowd while the new one is made', async () => {
    const { get, found: cachedText, change } = libraryCache();
    await get(() => page('before'));
    await change();
    expect(cachedText()).toBeUndefined();
    const { render, calls, finish } = renderer('after');
    const first = get(render);
    await expect.poll(() => calls.count).toBe(1);
    expect(cachedText()).toBe('before');
    expect(await get(render)).toBe('before');
    finish();
    expect(await first).toBe('after');
    expect(cachedText()).toBe('after');
    expect(calls.count).toBe(1);
  });

  test('is the one before when the new one takes long', async () => {
    const { get, change } = libraryCache();
    await get(() => page('before'));
    await change();
    const { render, finish } = renderer('after');
    expect(await get(render)).toBe('before');
    finish();
    await expect.poll(() => get(render)).toBe('after');
  });

  test('is the one before when no new one can be made', async () => {
    const { get, change } = libraryCache();
    const failing = async () => Promise.reject(new Error('down'));
    await expect(get(failing)).rejects.toThrow('down');
    expect(await get(() => page('up'))).toBe('up');
    await change();
    expect(await get(failing)).toBe('up');
  });

  test('of ten minutes ago is sent only when no new one can be made', async () => {
    const { get, change, clock } = libraryCache();
    await get(() => page('first'));
    await change();
    clock.now = 700_000;
    const slow = renderer('late');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const answer = get(slow.render);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    slow.finish();
    expect(await answer).toBe('late');
    await change();
    clock.now = 2_000_000;
    expect(await get(async () => Promise.reject(new Error('away')))).toBe('late');
  });

  test('that the backend left incomplete is for one visitor, and no cache keeps it', async () => {
    const { answers, get } = libraryCache();
    const { render, calls, finish } = renderer('page', false);
    finish();
    const answer = await answers.get('/', 'br', () => render);
    expect(answer?.headers['Cache-Control']).toBe('no-store');
    await get(render);
    expect(calls.count).toBe(2);
  });

  test('of what was removed is not the one before', async () => {
    const { get, found: cachedText, change } = libraryCache();
    await get(() => page('a lesson'), '/lesson/a');
    await change();
    expect(await get(() => undefined, '/lesson/a')).toBeUndefined();
    expect(cachedText('/lesson/a')).toBeUndefined();
  });

  test('goes when it was unused the longest and there is no room', async () => {
    const { get, found: cachedText } = libraryCache(30_000);
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

test('while the backend is away nobody waits for it longer than a moment, however old the page', async () => {
  const { get, change, clock } = libraryCache();
  await get(() => page('<div id="root">first'));
  await change();
  clock.now = 700_000;
  const noted = await get(() => page('', false));
  expect(noted).toMatch(/<aside .*is unavailable.*first/);
  const { render, calls, finish } = renderer('late');
  expect(await get(render)).toBe(noted);
  expect(calls.count).toBe(0);
  clock.now += 6000;
  expect(await get(render)).toBe(noted);
  finish();
  await expect.poll(() => get(render)).toBe('late');
});

test('a search that cannot be answered says nothing of other pages', async () => {
  const { get, change } = libraryCache();
  await get(() => page('before'), '/?page=2');
  await change();
  await get(() => page('', false), '/?search=a');
  expect(await get(() => page('after'), '/?page=2')).toBe('after');
});

describe('each visitor pays for their own request', () => {
  test('and nobody gets the refusal of another client', async () => {
    const { get } = libraryCache();
    const waiting = Promise.withResolvers<void>();
    const hostile = clientWith(async () => {
      await waiting.promise;
      throw new ApiError('general_rate_limit_exceeded', { retryAfter: '7' });
    });
    const first = get(() => page('search'), '/?search=a', hostile);
    const visitor = clientWith(async (work) => work());
    expect(await get(() => page('search'), '/?search=a', visitor)).toBe('search');
    waiting.resolve();
    await expect(first).rejects.toThrow(ApiError);
  });

  test('and a request that waited for its turn finds what came meanwhile', async () => {
    const { get } = libraryCache();
    const turn = Promise.withResolvers<void>();
    const last = clientWith(async (work) => {
      await turn.promise;
      return work();
    });
    const { render, calls, finish } = renderer();
    const waited = get(render, '/?search=a', last);
    finish();
    await get(render, '/?search=a');
    turn.resolve();
    expect(await waited).toBe('page');
    expect(calls.count).toBe(1);
  });

  test('but is sent what there is when the budget is used up, and the home pages always', async () => {
    const { get, change } = libraryCache();
    expect(await get(() => page('home'), '/', refusedClient)).toBe('home');
    expect(await get(() => page('home'), '/?lang=ar', refusedClient)).toBe('home');
    await get(() => page('before'), '/?page=2');
    await change();
    expect(await get(() => page('after'), '/?page=2', refusedClient)).toBe('before');
    await expect(get(() => page('new'), '/?page=3', refusedClient)).rejects.toThrow(ApiError);
  });
});
