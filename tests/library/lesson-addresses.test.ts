import { once } from 'node:events';
import { request as sendHttpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyHeaders } from '../support/clients.ts';
import { Owner } from './owner.ts';
import { type RunningSite, startSite } from './running-site.ts';

let owner: Owner;
let site: RunningSite;
let origin: string;
const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one' };

beforeAll(async () => {
  owner = await Owner.make(lessons);
});
afterAll(() => owner.cleanUp());

/** Starts the site, runs a function, and stops the site. */
async function withSite<Result>(work: () => Promise<Result>): Promise<Result> {
  site = await startSite({ dataDir: owner.dataDir, root: owner.root, folder: () => owner.folder.path });
  origin = new URL(site.endpoint).origin;
  try {
    return await work();
  } finally {
    await site.stop();
  }
}

const request = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, origin), { redirect: 'manual', ...init });

interface Row {
  $id: string;
  fileName: string;
  fileId: string;
  url: string;
}

async function rowOf(fileName: string): Promise<Row> {
  const headers = { 'x-appwrite-project': 'minbar' };
  const response = await request('/v1/tablesdb/library/tables/files/rows', { headers });
  const { rows } = (await response.json()) as { rows: Row[] };
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
    row = await withSite(() => rowOf('Wudu.pdf'));
  });

  test('is in its row, serves the file, and is revalidated at each request', async () => {
    expect(row.url).toBe(`/lesson/${row.$id}.pdf`);
    await withSite(async () => {
      const fullResponse = await request(row.url);
      expect([fullResponse.status, await fullResponse.text()]).toEqual([
        200,
        expect.stringContaining('wudu'),
      ]);
      const header = (name: string) => fullResponse.headers.get(name);
      expect(header('content-type')).toBe('application/pdf');
      expect(header('content-disposition')).toBe('inline; filename="Wudu.pdf"');
      expect(header('cache-control')).toBe('public, no-cache');
      expect(header('last-modified')).toBeNull();
      expect(header('link')).toBe(`<https://example.org/lesson/${row.$id}>; rel="canonical"`);
      const download = await request(`${row.url}?download`);
      expect(download.headers.get('content-disposition')).toBe('attachment; filename="Wudu.pdf"');
      const etag = header('etag') ?? '';
      const response = await request(row.url, { headers: { 'if-none-match': etag } });
      expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
      const part = await request(row.url, { headers: { range: 'bytes=1-3', 'if-range': etag } });
      expect([part.status, await part.text()]).toEqual([206, 'PDF']);
      const responsePastEnd = await request(row.url, { headers: { range: 'bytes=99999-' } });
      expect(responsePastEnd.status).toBe(416);
      const head = await request(row.url, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    });
  });

  test('stays for a new version, which has another ETag, and the previous file redirects to it', async () => {
    const responseBefore = await withSite(() => request(row.url));
    await owner.folder.write('Fiqh/Wudu.pdf', 'wudu, corrected');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    await withSite(async () => {
      const responseAfter = await request(row.url, {
        headers: {
          'if-none-match': responseBefore.headers.get('etag') ?? '',
          'if-modified-since': new Date(Date.now() + 60_000).toUTCString(),
        },
      });
      expect([responseAfter.status, await responseAfter.text()]).toEqual([
        200,
        expect.stringContaining('wudu, corrected'),
      ]);
      expect(await rowOf('Wudu.pdf')).toMatchObject({ $id: row.$id, url: row.url });
      for (const method of ['GET', 'HEAD']) {
        const formerResponse = await request(fileAddress(row.fileId), { method });
        expect([formerResponse.status, formerResponse.headers.get('location')]).toEqual([301, row.url]);
      }
      // With the key, the owner's commands still read the stored file.
      expect((await request(fileAddress(row.fileId), { headers: keyHeaders })).status).toBe(200);
    });
  });

  test('serves a new version as soon as it is published', async () => {
    await withSite(async () => {
      expect(await (await request(row.url)).text()).toContain('wudu\n');
      await owner.folder.write('Fiqh/Wudu.pdf', 'wudu, third version');
      expect((await owner.run('publish', '--yes')).code).toBe(0);
      expect(await (await request(row.url)).text()).toContain('third version');
      expect((await rowOf('Wudu.pdf')).url).toBe(row.url);
    });
  });

  test('of a removed lesson returns 404 and its file redirects there, until the lesson is restored', async () => {
    await owner.folder.remove('Fiqh/Wudu.pdf');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    await withSite(async () => {
      expect((await request(row.url)).status).toBe(404); // The site with its real pages responds with 410.
      const file = `/v1/storage/buckets/pdfs/files/${row.fileId}`;
      const escaped = file.replace('/pdfs/', '/%70dfs/').replace('/storage/', '/stora%67e/');
      for (const ending of [
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
          const formerResponse = await request(
            `${address}${ending}${ending.includes('?') ? '&' : '?'}project=minbar`,
          );
          expect([formerResponse.status, formerResponse.headers.get('location')], ending).toEqual([
            301,
            row.url,
          ]);
        }
      const other = (await rowOf('الدرس ١.pdf')).fileId;
      expect((await request(fileAddress(other))).status).toBe(200);
      const filesPath = '/v1/storage/buckets/pdfs/files';
      for (const address of [filesPath, `${filesPath}/`, filesPath.replace('/pdfs/', '/%70dfs/')]) {
        const response = await request(`${address}?project=minbar`);
        expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining('Wudu')]);
        expect(response.headers.get('content-type')).toContain('json');
      }
    });
    await owner.folder.write('Fiqh/Wudu.pdf', 'wudu');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    await withSite(async () => {
      expect((await request(row.url)).status).toBe(200);
      expect((await request(fileAddress(row.fileId))).status).toBe(200);
    });
  });

  test('refuses methods that do not read, with 405', async () => {
    await withSite(async () => {
      for (const method of ['POST', 'PROPFIND', 'TRACE']) {
        // `fetch` does not support TRACE.
        const [response] = await once(
          sendHttpRequest(new URL(row.url, origin), { method }).end(),
          'response',
        );
        expect(response.resume().statusCode, method).toBe(405);
      }
    });
  });

  test('of an unknown lesson returns 404', async () => {
    await withSite(async () => {
      for (const path of ['/lesson/never.pdf', '/lesson/..%2f..%2fminbar.db.pdf', '/lesson/.pdf'])
        expect((await request(path)).status, path).toBe(404);
    });
  });
});
