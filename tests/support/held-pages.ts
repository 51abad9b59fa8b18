import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, vi } from 'vitest';
import { createKept } from '#backend/kept.ts';
import type { Answer } from '../../src/site/answer.ts';
import type { Page } from '../../src/site/page.ts';
import { type Asker, createPageCache } from '../../src/site/page-cache.ts';

export const page = (text: string, complete = true): Page => ({
  status: 200,
  language: 'en',
  text,
  complete,
});
export const br = { 'accept-encoding': 'br' };
export const headerOf = ({ headers }: Answer, name: string) => headers[headers.indexOf(name) + 1];
export const textIn = (answer: Answer | undefined) =>
  answer && brotliDecompressSync(answer.body ?? Buffer.alloc(0)).toString();

/** A cache of a library that changes when it is told to, as does the time. */
export function libraryCache(largestBytes?: number) {
  let version = 1;
  const clock = { now: 0 };
  const standing = vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  onTestFinished(() => standing.mockRestore());
  const kept = createKept(() => version, largestBytes);
  const cache = createPageCache(kept, {});
  return {
    cache,
    clock,
    change: () => {
      version += 1;
    },
    found: (key = '/') => textIn(cache.find(key, br)),
    get: async (render: () => Promise<Page>, key = '/', asker?: Asker) =>
      textIn(await cache.get(key, br, render, asker)),
  };
}

/** A renderer that counts its calls and waits until it is let go. */
export function renderer(html = 'page', complete = true) {
  const gate = Promise.withResolvers<void>();
  const calls = { count: 0 };
  const render = async () => {
    calls.count += 1;
    await gate.promise;
    return page(html, complete);
  };
  return { render, calls, finish: gate.resolve };
}

/** Askers who wait in one line, which moves when it is told to. */
export function line() {
  const waiting: (() => void)[] = [];
  const asker = (isWanted = () => true): Asker => ({
    isConnected: isWanted,
    queue: async (work, wanted) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (wanted && !wanted()) throw new Error('nobody waits for it any more');
      return work();
    },
  });
  const next = () => waiting.shift()?.();
  const waits = () => expect.poll(() => waiting.length).toBe(1);
  return { asker, waiting, next, waits };
}
