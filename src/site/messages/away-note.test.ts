import { describe, expect, test } from 'vitest';
import { br, headerOf, libraryCache, page, textIn } from '../../../tests/support/held-pages.ts';

describe('while the backend is away', () => {
  const whole = async () => page('<body><div id="root">lessons</div></body>');
  const incomplete = async () => page('<body><div id="root">skeletons</div></body>', false);

  test('pages are shown as they were, with a note, for as long as it takes, and anew when it is back', async () => {
    const { cache, get, change, clock } = libraryCache();
    await get(whole);
    for (let minute = 0; minute < 60; minute += 1) {
      change();
      clock.now += 60_000;
      const answer = await cache.get('/', br, incomplete);
      expect(textIn(answer)).toMatch(/^<body><aside .*cannot be reached.*<\/aside><div id="root">lessons/);
      expect(headerOf(answer, 'Cache-Control')).toBe('no-store');
    }
    clock.now += 60_000;
    expect(await get(whole)).toBe((await whole()).text);
    expect(headerOf(await cache.get('/', br, whole), 'Cache-Control')).toContain('public');
  });

  test('it is asked every few seconds, not by every visitor', async () => {
    const { get, change, clock } = libraryCache();
    const keys = Array.from({ length: 20 }, (_, at) => `/?page=${at}`);
    for (const key of keys) await get(whole, key);
    change();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return incomplete();
    };
    for (const key of keys) expect(await get(ask, key)).toContain('lessons');
    expect(asked).toBe(1);
    clock.now += 5000;
    for (const key of keys) await get(ask, key);
    expect(asked).toBe(2);
  });
});
