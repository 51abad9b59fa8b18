import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import { errorResponse, respondDurably } from './app.ts';
import type { BackendEnv } from './context.ts';

afterEach(() => void vi.restoreAllMocks());

async function respondWith(error: Error, headers = {}) {
  const app = new Hono().get('/*', () => {
    throw error;
  });
  app.onError(errorResponse);
  const response = await app.request('/a%0Ab\u202e?search=private', { headers });
  return { status: response.status, id: response.headers.get('x-request-id'), body: await response.json() };
}

it('logs an unexpected error and responds without details', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new Error('secret path /data/minbar.db');
  const response = await respondWith(error);
  expect(response).toEqual({
    status: 500,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    body: { message: 'Server Error', code: 500, type: 'general_unknown', version: '2.3.0' },
  });
  const request = { request: response.id, method: 'GET', path: '/a?b?' };
  expect(logged).toHaveBeenCalledWith('A request failed:', request, error);
});

it('uses the request id of a proxy if it is well-formed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const idFor = async (requestId: string) =>
    (await respondWith(new Error('unforeseen'), { 'X-Request-Id': requestId })).id;
  expect(await idFor('proxy-0123456789')).toBe('proxy-0123456789');
  for (const malformed of ['short', 'with a space in it', 'x'.repeat(65)])
    expect(await idFor(malformed)).toMatch(/^[0-9a-f-]{36}$/);
});

it('responds with the message of an expected error, and does not expand placeholders in its values', async () => {
  const { status, body } = await respondWith(new ApiError('row_not_found', { id: '{id}$&' }));
  expect(status).toBe(404);
  expect(body.message).toBe("Row with the requested ID '{id}$&' could not be found.");
});

it.each([
  [5, 408, 'database_timeout'],
  [517, 408, 'database_timeout'],
  [13, 503, 'database_full'],
  [11, 500, 'general_unknown'],
])('reports SQLite error %d as %d %s', async (errcode, status, type) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await respondWith(Object.assign(new Error('of SQLite'), { errcode }));
  expect([response.status, response.body.type]).toEqual([status, type]);
});

it.each([
  ['ENOSPC', 503, 'database_full'],
  ['EACCES', 500, 'general_unknown'],
])('reports a file error %s as %d %s', async (code, status, type) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await respondWith(Object.assign(new Error(`${code}: write`), { code }));
  expect([response.status, response.body.type]).toEqual([status, type]);
  expect(logged).toHaveBeenCalledTimes(status === 500 ? 1 : 0);
});

it('delays only the responses to writes until the write-ahead log is on the disk', async () => {
  const flushed = Promise.withResolvers<void>();
  const app = new Hono<BackendEnv>()
    .use(respondDurably({ flush: () => flushed.promise, close: async () => {} }))
    .all('/', (context) => context.text('done'));
  const finishedMethods: string[] = [];
  const request = async (method: string) => {
    await app.request('/', { method });
    finishedMethods.push(method);
  };
  const responses = ['POST', 'GET', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'].map(request);
  await expect.poll(() => finishedMethods).toHaveLength(3);
  expect(finishedMethods.sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  flushed.resolve();
  await Promise.all(responses);
  expect(finishedMethods).toHaveLength(7);
});
