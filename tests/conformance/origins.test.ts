import { describe, expect, it } from 'vitest';
import { KEY } from '../support/backend.ts';
import { sendRaw } from '../support/clients.ts';
import { setUpWideLibrary } from './support/wide-library.ts';

const running = setUpWideLibrary();

const rows = '/tablesdb/library/tables/files/rows';

describe('origins', () => {
  const from = (origin: string, init: RequestInit = {}) =>
    sendRaw(running.endpoint, '/ping', { ...init, headers: { Origin: origin, ...(init.headers as object) } });

  it.each([
    'https://site.example',
    'http://site.example:8080',
    'https://OTHER.example',
    'http://localhost:3000',
    'http://127.0.0.1:1',
    'http://[::1]:5173',
  ])('%s may read', async (origin) => {
    const { status, headers } = await from(origin);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin.toLowerCase()]);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each([
    'https://evil.example',
    'https://sub.site.example',
    'https://site.example.evil.example',
    'http://localhost.example.com',
    'http://127.0.0.2',
    'http://xlocalhost',
    'http://localhost.',
    'null',
    'file://',
  ])('%s is refused without CORS headers', async (origin) => {
    const { status, json, headers } = await from(origin);
    expect([status, json.type, headers.get('access-control-allow-origin')]).toEqual([
      403,
      'general_unknown_origin',
      null,
    ]);
  });

  it('the refusal names the host', async () => {
    expect((await from('https://evil.example')).json.message).toBe(
      'Invalid Origin. Register your new client (evil.example) as a new Web platform on your project console dashboard',
    );
  });

  it('a key is accepted from any origin', async () => {
    const { status, headers } = await from('https://evil.example', { headers: { 'X-Appwrite-Key': KEY } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  it('a key does not allow writes from pages of unknown origins', async () => {
    const write = (site: string, origin: string) =>
      sendRaw(running.endpoint, `${rows}/lesson1`, {
        method: 'PATCH',
        body: JSON.stringify({ data: { fileSize: 7 } }),
        headers: { Origin: origin, 'Sec-Fetch-Site': site, 'X-Appwrite-Key': KEY },
      });
    expect((await write('cross-site', 'https://evil.example')).json.type).toBe('general_unknown_origin');
    expect((await write('cross-site', 'https://site.example')).status).toBe(200);
    expect((await write('same-origin', 'http://localhost')).status).toBe(200);
  });

  it('a preflight always succeeds, without a project, and allows the headers that the page will send', async () => {
    const response = await fetch(running.endpoint + rows, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://Evil.example',
        'Access-Control-Request-Headers': 'x-appwrite-project,x-sdk-new',
      },
    });
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
      204,
      '',
      null,
    ]);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://evil.example');
    expect(response.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,PATCH,DELETE');
    expect(response.headers.get('access-control-max-age')).toBe('86400');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    // Newer SDKs may send headers that this version does not know.
    expect(response.headers.get('access-control-allow-headers')).toBe('x-appwrite-project,x-sdk-new');
  });
});
