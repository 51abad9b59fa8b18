import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEY } from '../support/backend.ts';
import { Owner } from './owner.ts';
import { type RunningSite, startSite } from './running-site.ts';

let owner: Owner;
let site: RunningSite;
let origin: string;
const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one' };

beforeAll(async () => {
  owner = await Owner.make(lessons);
});
afterAll(() => owner.leave());

/** The site runs while the owner publishes. */
async function open<Result>(visit: () => Promise<Result>): Promise<Result> {
  site = await startSite({ dataDir: owner.dataDir, folder: () => owner.folder.path });
  origin = new URL(site.endpoint).origin;
  try {
    return await visit();
  } finally {
    await site.stop();
  }
}

const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, origin), { redirect: 'manual', ...init });

interface Row {
  $id: string;
  fileName: string;
  fileId: string;
  url: string;
}

async function rowOf(fileName: string): Promise<Row> {
  const headers = { 'x-appwrite-project': 'minbar' };
  const answer = await ask('/v1/tablesdb/library/tables/files/rows', { headers });
  const { rows } = (await answer.json()) as { rows: Row[] };
  const row = rows.find((row) => row.fileName === fileName);
  if (!row) throw new Error(`no row ${fileName}`);
  return row;
}

const fileAddress = (fileId: string) => `/v1/storage/buckets/pdfs/files/${fileId}/view?project=minbar`;

describe('the address of a lesson', () => {
  let row: Row;
  beforeEach(async () => {
    await owner.folder.write('Fiqh/Wudu.pdf', 'wudu');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    row = await open(() => rowOf('Wudu.pdf'));
  });

  test('is in its row, and answers as the file does, asked anew each time', async () => {
    expect(row.url).toBe(`/lesson/${row.$id}.pdf`);
    await open(async () => {
      const whole = await ask(row.url);
      expect([whole.status, await whole.text()]).toEqual([200, expect.stringContaining('wudu')]);
      const header = (name: string) => whole.headers.get(name);
      expect(header('content-type')).toBe('application/pdf');
      expect(header('content-disposition')).toBe('inline; filename="Wudu.pdf"');
      expect(header('cache-control')).toBe('public, no-cache');
      expect(header('last-modified')).toBeNull();
      expect(header('link')).toBe(`<https://example.org/lesson/${row.$id}>; rel="canonical"`);
      const saved = await ask(`${row.url}?download`);
      expect(saved.headers.get('content-disposition')).toBe('attachment; filename="Wudu.pdf"');
      const etag = header('etag') ?? '';
      const response = await ask(row.url, { headers: { 'if-none-match': etag } });
      expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
      const part = await ask(row.url, { headers: { range: 'bytes=1-3', 'if-range': etag } });
      expect([part.status, await part.text()]).toEqual([206, 'PDF']);
      const beyond = await ask(row.url, { headers: { range: 'bytes=99999-' } });
      expect(beyond.status).toBe(416);
      const head = await ask(row.url, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    });
  });

  test('stays with a new edition, whose own tag it has, and the former file leads there', async () => {
    const before = await open(() => ask(row.url));
    await owner.folder.write('Fiqh/Wudu.pdf', 'wudu, corrected');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    await open(async () => {
      const after = await ask(row.url, {
        headers: {
          'if-none-match': before.headers.get('etag') ?? '',
          'if-modified-since': new Date(Date.now() + 60_000).toUTCString(),
        },
      });
      expect([after.status, await after.text()]).toEqual([200, expect.stringContaining('wudu, corrected')]);
      expect(await rowOf('Wudu.pdf')).toMatchObject({ $id: row.$id, url: row.url });
      for (const method of ['GET', 'HEAD']) {
        const former = await ask(fileAddress(row.fileId), { method });
        expect([former.status, former.headers.get('location')]).toEqual([301, row.url]);
      }
      // The owner's program reads its stored content.
      const headers = { 'x-appwrite-project': 'minbar', 'x-appwrite-key': KEY };
      expect((await ask(fileAddress(row.fileId), { headers })).status).toBe(200);
    });
  });

  test('shows the new edition at once to who asks while it is published', async () => {
    await open(async () => {
      expect(await (await ask(row.url)).text()).toContain('wudu\n');
      await owner.folder.write('Fiqh/Wudu.pdf', 'wudu, third edition');
      expect((await owner.run('publish', '--yes')).code).toBe(0);
      expect(await (await ask(row.url)).text()).toContain('third edition');
      expect((await rowOf('Wudu.pdf')).url).toBe(row.url);
    });
  });

  test('of a lesson that was taken down leads nowhere any more, and so does its file; put back, both do', async () => {
    await owner.folder.remove('Fiqh/Wudu.pdf');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    await open(async () => {
      expect((await ask(row.url)).status).toBe(404); // from this test's site; the real one responds with 410
      const file = `/v1/storage/buckets/pdfs/files/${row.fileId}`;
      const escaped = file.replace('/pdfs/', '/%70dfs/').replace('/storage/', '/stora%67e/');
      for (const wrongAddress of [
        '',
        '/',
        '/view',
        '/view/',
        '/download',
        '/download/',
        '/preview',
        '/preview?width=9',
      ])
        for (const address of [file, escaped]) {
          const former = await ask(
            `${address}${wrongAddress}${wrongAddress.includes('?') ? '&' : '?'}project=minbar`,
          );
          expect([former.status, former.headers.get('location')], wrongAddress).toEqual([301, row.url]);
        }
      const other = (await rowOf('الدرس ١.pdf')).fileId;
      expect((await ask(fileAddress(other))).status).toBe(200);
      const list = '/v1/storage/buckets/pdfs/files';
      for (const address of [list, `${list}/`, list.replace('/pdfs/', '/%70dfs/')]) {
        const answer = await ask(`${address}?project=minbar`);
        expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('Wudu')]);
        expect(answer.headers.get('content-type')).toContain('json');
      }
    });
    await owner.folder.write('Fiqh/Wudu.pdf', 'wudu');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    await open(async () => {
      expect((await ask(row.url)).status).toBe(200);
      expect((await ask(fileAddress(row.fileId))).status).toBe(200);
    });
  });

  test('is read, and nothing else: every other method is the site’s to refuse', async () => {
    await open(async () => {
      for (const method of ['POST', 'PROPFIND', 'TRACE']) {
        // `fetch` does not support TRACE.
        const [answer] = await once(request(new URL(row.url, origin), { method }).end(), 'response');
        expect(answer.resume().statusCode, method).toBe(405);
      }
    });
  });

  test('that never was one is the site’s to answer', async () => {
    await open(async () => {
      for (const path of ['/lesson/never.pdf', '/lesson/..%2f..%2fminbar.db.pdf', '/lesson/.pdf'])
        expect((await ask(path)).status, path).toBe(404);
    });
  });
});
