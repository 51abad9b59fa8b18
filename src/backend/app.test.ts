import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import { errorResponse, respondDurably } from './app.ts';
import type { BackendEnv } from './context.ts';

afterEach(() => void vi.restoreAllMocks());

async function answerTo(error: Error, headers = {}) {
  const app = new Hono().get('/*', () => {
    throw error;
  });
  app.onError(errorResponse);
  const answer = await app.request('/a%0Ab\u202e?search=private', { headers });
  return { status: answer.status, id: answer.headers.get('x-request-id'), body: await answer.json() };
}

it('an unexpected error is logged, and its response has no details', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new Error('secret path /data/minbar.db');
  const answer = await answerTo(error);
  expect(answer).toEqual({
    status: 500,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    body: { message: 'Server Error', code: 500, type: 'general_unknown', version: '2.3.0' },
  });
  const request = { request: answer.id, method: 'GET', path: '/a?b?' };
  expect(logged).toHaveBeenCalledWith('A request failed:', request, error);
});

it('a request has the id of its proxy if that is well-formed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const idFor = async (requestId: string) =>
    (await answerTo(new Error('unforeseen'), { 'X-Request-Id': requestId })).id;
  expect(await idFor('proxy-0123456789')).toBe('proxy-0123456789');
  for (const odd of ['short', 'with a space in it', 'x'.repeat(65)])
    expect(await idFor(odd)).toMatch(/^[0-9a-f-]{36}$/);
});

it('an expected error has its message, and values are not treated as templates', async () => {
  const { status, body } = await answerTo(new ApiError('row_not_found', { id: '{id}$&' }));
  expect(status).toBe(404);
  expect(body.message).toBe("Row with the requested ID '{id}$&' could not be found.");
});

it.each([
  [5, 408, 'database_timeout'],
  [517, 408, 'database_timeout'],
  [13, 503, 'database_full'],
  [11, 500, 'general_unknown'],
])('SQLite error %d is %d %s', async (errcode, status, type) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = await answerTo(Object.assign(new Error('of SQLite'), { errcode }));
  expect([answer.status, answer.body.type]).toEqual([status, type]);
});

it.each([
  ['ENOSPC', 503, 'database_full'],
  ['EACCES', 500, 'general_unknown'],
])('a file that cannot be written, %s, is %d %s', async (code, status, type) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = await answerTo(Object.assign(new Error(`${code}: write`), { code }));
  expect([answer.status, answer.body.type]).toEqual([status, type]);
  expect(logged).toHaveBeenCalledTimes(status === 500 ? 1 : 0);
});

it('delays responses to writes, and no others, until the log is on the disk', async () => {
  const flushed = Promise.withResolvers<void>();
  const app = new Hono<BackendEnv>()
    .use(respondDurably({ flush: () => flushed.promise, close: async () => {} }))
    .all('/', (context) => context.text('done'));
  const answers: string[] = [];
  const request = async (method: string) => {
    await app.request('/', { method });
    answers.push(method);
  };
  const responses = ['POST', 'GET', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'].map(request);
  await expect.poll(() => answers).toHaveLength(3);
  expect(answers.sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  flushed.resolve();
  await Promise.all(responses);
  expect(answers).toHaveLength(7);
});
