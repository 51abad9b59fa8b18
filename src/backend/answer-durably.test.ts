import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { answerDurably } from './answer-durably.ts';
import type { BackendEnv } from './context.ts';

it('keeps the answer to a write, and no other, until the log is on the disk', async () => {
  const flushed = Promise.withResolvers<void>();
  const app = new Hono<BackendEnv>()
    .use(answerDurably({ synced: () => flushed.promise, close: async () => {} }))
    .all('/', (context) => context.text('done'));
  const answered: string[] = [];
  const ask = async (method: string) => {
    await app.request('/', { method });
    answered.push(method);
  };
  const asked = ['POST', 'GET', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'].map(ask);
  await expect.poll(() => answered).toHaveLength(3);
  expect(answered.sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  flushed.resolve();
  await Promise.all(asked);
  expect(answered).toHaveLength(7);
});
