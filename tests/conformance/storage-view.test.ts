import { createHash } from 'node:crypto';
import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { InputFile } from 'node-appwrite/file';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileLocation, storeFolders } from '#backend/storage/files.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { setUpStorage } from '../support/storage-setup.ts';

// Tests viewing and downloading files.

/** Size of the lesson in bytes. */
const size = 2000;
const lesson = samplePdf('Lesson', size);
const sha256 = createHash('sha256').update(lesson).digest('hex');
const setup = setUpStorage();
beforeAll(async () => {
  const file = InputFile.fromBuffer(lesson, 'أركان الإسلام (1).pdf');
  await setup.owner.createFile({ bucketId: 'pdfs', fileId: 'lesson', file });
});

/** Requests the file as a browser does: by a URL, without headers of the API. */
function view(headers: Record<string, string> = {}, method = 'GET', route = 'view'): Promise<Response> {
  const url = `${setup.running.endpoint}/storage/buckets/pdfs/files/lesson/${route}?project=minbar`;
  return fetch(url, { method, headers });
}

describe('view and download', () => {
  it('works with the URL of the web SDK, without headers', async () => {
    const response = await fetch(setup.visitor.getFileView({ bucketId: 'pdfs', fileId: 'lesson' }));
    expect(response.status).toBe(200);
    expect(Buffer.compare(await response.bytes(), lesson)).toBe(0);
  });

  it('returns the bytes to node-appwrite', async () => {
    const bytes = Buffer.from(await setup.owner.getFileView({ bucketId: 'pdfs', fileId: 'lesson' }));
    expect(Buffer.compare(bytes, lesson)).toBe(0);
  });

  it.each([
    ['view', 'inline'],
    ['download', 'attachment'],
  ])('%s has the headers of a PDF', async (route, type) => {
    const { headers } = await view({}, 'GET', route);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(size),
      'content-disposition': `${type}; filename="lesson.pdf"; filename*=UTF-8''%D8%A3%D8%B1%D9%83%D8%A7%D9%86%20%D8%A7%D9%84%D8%A5%D8%B3%D9%84%D8%A7%D9%85%20%281%29.pdf`,
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'last-modified': expect.stringMatching(/GMT$/),
      'cache-control': 'public, max-age=3600, must-revalidate',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    const head = await view({ range: 'bytes=0-9' }, 'HEAD');
    const getResponse = await view();
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-length', 'etag', 'accept-ranges', 'content-disposition', 'last-modified']) {
      expect([name, head.headers.get(name)]).toEqual([name, getResponse.headers.get(name)]);
    }
  });

  it('uses a new name at once, also in a 304', async () => {
    await setup.owner.createFile({
      bucketId: 'pdfs',
      fileId: 'renamed',
      file: InputFile.fromBuffer(lesson, 'old.pdf'),
    });
    const fileBefore = await setup.owner.getFile({ bucketId: 'pdfs', fileId: 'renamed' });
    const fileAfter = await setup.owner.updateFile({ bucketId: 'pdfs', fileId: 'renamed', name: 'new.pdf' });
    expect(fileAfter).toMatchObject({
      ...fileBefore,
      name: 'new.pdf',
      key: 'new.pdf',
      $updatedAt: expect.any(String),
    });
    const url = setup.visitor.getFileView({ bucketId: 'pdfs', fileId: 'renamed' });
    const conditionalResponse = await fetch(url, { headers: { 'if-none-match': `"${sha256}"` } });
    expect([conditionalResponse.status, conditionalResponse.headers.get('content-disposition')]).toEqual([
      304,
      'inline; filename="new.pdf"',
    ]);
  });

  it.each([
    ['an unknown file', 'pdfs/files/none/view?project=minbar', 404, 'storage_file_not_found'],
    ['an unknown bucket', 'none/files/lesson/view?project=minbar', 404, 'storage_bucket_not_found'],
    ['an unknown project', 'pdfs/files/lesson/view?project=other', 404, 'project_not_found'],
    ['no project', 'pdfs/files/lesson/view', 401, 'general_access_forbidden'],
    ['a path', 'pdfs/files/..%2f..%2fminbar.db/view?project=minbar', 400, 'general_argument_invalid'],
    [
      'a path, encoded twice',
      'pdfs/files/%252e%252e%252fminbar.db/view?project=minbar',
      400,
      'general_argument_invalid',
    ],
    ['a backslash', 'pdfs/files/..%5cminbar.db/view?project=minbar', 400, 'general_argument_invalid'],
    ['a zero byte', 'pdfs/files/lesson%00/view?project=minbar', 400, 'general_argument_invalid'],
    [
      'an id of 37 characters',
      `pdfs/files/${'a'.repeat(37)}/view?project=minbar`,
      400,
      'general_argument_invalid',
    ],
  ])('%s is refused', async (_, path, status, type) => {
    const response = await fetch(`${setup.running.endpoint}/storage/buckets/${path}`);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ type, code: status }),
    ]);
  });

  it('does not follow a symbolic link in the store', async () => {
    await setup.owner.createFile({
      bucketId: 'pdfs',
      fileId: 'linked',
      file: InputFile.fromBuffer(lesson, 'a.pdf'),
    });
    const { path } = fileLocation(storeFolders(setup.running.dataDir), 'pdfs', 'linked');
    unlinkSync(path);
    symlinkSync(join(setup.running.dataDir, 'minbar.db'), path);
    const response = await fetch(setup.visitor.getFileView({ bucketId: 'pdfs', fileId: 'linked' }));
    expect(response.status).toBe(404);
    unlinkSync(path);
  });
});

describe('ranges (RFC 9110 §14, which Appwrite does not follow)', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, size - 1],
    ['bytes=0-', 0, size - 1],
    [`bytes=${size - 1}-${size - 1}`, size - 1, size - 1],
    [`bytes=${size - 1}-${size + 100}`, size - 1, size - 1],
    ['bytes=-1', size - 1, size - 1],
    ['bytes=-500', size - 500, size - 1],
    ['bytes=-99999', 0, size - 1],
    ['BYTES=1-2', 1, 2],
    ['bytes= 1-2 ', 1, 2],
    ['bytes=,1-2,', 1, 2],
    [`bytes=0-${'9'.repeat(400)}`, 0, size - 1],
  ])('%s returns status 206', async (range, first, last) => {
    const response = await view({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
    expect(response.headers.get('content-length')).toBe(String(last - first + 1));
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(Buffer.compare(await response.bytes(), lesson.subarray(first, last + 1))).toBe(0);
  });

  it.each([`bytes=${size}-`, `bytes=${size}-${size + 1}`, 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    '%s returns status 416',
    async (range) => {
      const response = await view({ range });
      expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      expect(await response.json()).toMatchObject({ code: 416, type: 'storage_invalid_range' });
    },
  );

  it.each([
    ...['bytes=0-1,5-6', 'bytes=5-1', 'bytes=988', 'bytes=x-y', 'bytes=1e2-', 'bytes=--1', 'bytes=-'],
    ...['items=0-1', 'bytes=', 'bytes', ''],
  ])('%s returns the whole file', async (range) => {
    const response = await view({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
    expect(await response.bytes()).toHaveLength(size);
  });

  it.each([
    ['this file', `"${sha256}"`, 206],
    ['another file', '"other"', 200],
    ['a weak tag', `W/"${sha256}"`, 200],
    ['another date', 'Sat, 01 Jan 2000 00:00:00 GMT', 200],
    ['neither a tag nor a date', 'nonsense', 200],
  ])('a request with If-Range of %s (%s) returns status %i', async (_, ifRange, status) => {
    expect((await view({ range: 'bytes=0-9', 'if-range': ifRange })).status).toBe(status);
  });

  it('requests with the file’s date return the range, nothing or the file', async () => {
    const date = (await view()).headers.get('last-modified') ?? '';
    expect((await view({ range: 'bytes=0-9', 'if-range': date })).status).toBe(206);
    expect((await view({ 'if-modified-since': date })).status).toBe(304);
    expect((await view({ 'if-unmodified-since': date })).status).toBe(200);
    expect((await view({ 'if-none-match': '"other"', 'if-modified-since': date })).status).toBe(200);
  });
});

describe('conditional reads (RFC 9110 §13)', () => {
  it.each([
    ['if-none-match', `"${sha256}"`],
    ['if-none-match', `W/"${sha256}"`],
    ['if-none-match', `"x", "${sha256}"`],
    ['if-none-match', '*'],
    ['if-modified-since', new Date(Date.now() + 3_600_000).toUTCString()],
  ])('%s: %s returns 304 without a body', async (name, value) => {
    const response = await view({ [name]: value });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate');
  });

  it.each([
    ['if-none-match', '"other"', 200],
    ['if-none-match', sha256, 200],
    ['if-match', `"${sha256}"`, 200],
    ['if-match', '*', 200],
    ['if-match', '"other"', 412],
    ['if-match', `W/"${sha256}"`, 412],
    ['if-modified-since', 'yesterday', 200],
    ['if-unmodified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 412],
    ['if-modified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 200],
  ])('%s: %s returns status %i', async (name, value, status) => {
    expect((await view({ [name]: value })).status).toBe(status);
  });
});
