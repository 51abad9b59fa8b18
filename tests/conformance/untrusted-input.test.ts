import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { uploadFile } from '../support/clients.ts';

let running: RunningBackend;
beforeAll(async () => {
  running = await startBackend();
});
afterAll(() => running.stop());

const send = (path: string, method: string, body: unknown) =>
  fetch(running.endpoint + path, {
    method,
    headers: { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const categories = '/tablesdb/library/tables/categories/rows';

describe('a name that visitors read', () => {
  it.each(['a\nb', 'a\u0000b', 'exe.\u202Efdp', '\u202Dx'])(
    'is refused as %j, new or changed',
    async (categoryName) => {
      const creation = await send(categories, 'POST', { rowId: 'unique()', data: { categoryName } });
      expect(creation.status).toBe(400);
      expect((await creation.json()).message).toContain(
        '"categoryName" has invalid format. Value must not contain control',
      );
      await send(categories, 'POST', { rowId: 'kept', data: { categoryName: 'Fiqh' } });
      expect((await send(`${categories}/kept`, 'PATCH', { data: { categoryName } })).status).toBe(400);
      const response = await fetch(`${running.endpoint}${categories}/kept?project=minbar`);
      expect((await response.json()).categoryName).toBe('Fiqh');
    },
  );

  it('can use any language and the marks of its script', async () => {
    const data = { categoryName: 'أحكام (wudu)\u200F – می\u200Cخواهم' };
    expect((await send(categories, 'POST', { rowId: 'unique()', data })).status).toBe(201);
  });
});

describe('an HTML page named .pdf', () => {
  it('is served as a PDF, so that no browser runs it', async () => {
    const html = '%PDF-1.7\n<!doctype html><script>alert(document.domain)</script>';
    const file = new File([html], 'trick.pdf', { type: 'text/html' });
    expect((await uploadFile(running.endpoint, 'trick', file)).status).toBe(201);
    const files = `${running.endpoint}/storage/buckets/pdfs/files`;
    for (const route of ['view', 'download']) {
      const response = await fetch(`${files}/trick/${route}?project=minbar`, {
        headers: { Accept: 'text/html' },
      });
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Content-Disposition')).toContain('trick.pdf');
    }
  });
});

describe('a body without a key', () => {
  it('is refused if it is too large, with or without a declared length', async () => {
    const bodyOf = (length: number) =>
      JSON.stringify({ rowId: 'x', data: { categoryName: 'x'.repeat(length) } });
    const post = (body: string | ReadableStream) =>
      fetch(`${running.endpoint}${categories}`, {
        method: 'POST',
        headers: { 'X-Appwrite-Project': 'minbar', 'Content-Type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit);
    for (const [length, status] of [
      [65_000, 401],
      [70_000, 413],
    ] as const) {
      expect((await post(bodyOf(length))).status).toBe(status);
      expect((await post(new Blob([bodyOf(length)]).stream())).status).toBe(status);
    }
  });
});

describe('an incomplete body', () => {
  it.each([
    ['rows', `/v1${categories}`, 'application/json', '{"data":'],
    ['files', '/v1/storage/buckets/pdfs/files', 'multipart/form-data; boundary=x', '--x\r\n'],
  ])('of %s is not logged', async (_title, path, type, partialBody) => {
    const logSpy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const infoSpy = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const { port } = new URL(running.endpoint);
    for (const disconnect of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const client = connect(Number(port), 'localhost').on('error', () => undefined);
      await once(client, 'connect');
      client.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Appwrite-Project: minbar\r\nX-Appwrite-Key: ${KEY}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${partialBody}`,
      );
      // By the time of this response, the server has begun to read the partial body.
      await fetch(`${running.endpoint}/ping?project=minbar`);
      client[disconnect]();
      await once(client, 'close');
    }
    await fetch(`${running.endpoint}/ping?project=minbar`);
    await running.stop();
    running = await startBackend();
    expect(logSpy.mock.calls).toEqual([]);
    expect(infoSpy.mock.calls).toEqual([]);
    vi.restoreAllMocks();
  });
});
