import { createHash } from 'node:crypto';
import { existsSync, readdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client as WebClient, Storage as WebStorage } from 'appwrite';
import { Client, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePlace, storeFolders } from '#backend/storage/file-layout.ts';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const size = 2000;
const lesson = samplePdf('Lesson', size);
const sha256 = createHash('sha256').update(lesson).digest('hex');

let running: RunningBackend;
let owner: Storage;
let visitor: WebStorage;

beforeAll(async () => {
  running = await startBackend();
  owner = new Storage(new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY));
  visitor = new WebStorage(new WebClient().setEndpoint(running.endpoint).setProject('minbar'));
  await owner.createFile({
    bucketId: 'pdfs',
    fileId: 'lesson',
    file: InputFile.fromBuffer(lesson, 'أركان الإسلام (1).pdf'),
  });
});
afterAll(() => running.stop());

/** Asks as a browser does: by a URL, without any header of the API. */
function view(headers: Record<string, string> = {}, method = 'GET', route = 'view'): Promise<Response> {
  const url = `${running.endpoint}/storage/buckets/pdfs/files/lesson/${route}?project=minbar`;
  return fetch(url, { method, headers });
}

describe('view and download (contract 7.5)', () => {
  it('is reached by the URL of the web SDK, without a header', async () => {
    const response = await fetch(visitor.getFileView({ bucketId: 'pdfs', fileId: 'lesson' }));
    expect(response.status).toBe(200);
    expect(Buffer.compare(await response.bytes(), lesson)).toBe(0);
  });

  it('gives the bytes to node-appwrite', async () => {
    const bytes = Buffer.from(await owner.getFileView({ bucketId: 'pdfs', fileId: 'lesson' }));
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

  it('answers HEAD with the headers of GET and no byte', async () => {
    const head = await view({ range: 'bytes=0-9' }, 'HEAD');
    const get = await view();
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-length', 'etag', 'accept-ranges', 'content-disposition', 'last-modified']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });

  it('shows a new name after it was renamed, at once and with a 304', async () => {
    await owner.createFile({
      bucketId: 'pdfs',
      fileId: 'renamed',
      file: InputFile.fromBuffer(lesson, 'old.pdf'),
    });
    const before = await owner.getFile({ bucketId: 'pdfs', fileId: 'renamed' });
    const after = await owner.updateFile({ bucketId: 'pdfs', fileId: 'renamed', name: 'new.pdf' });
    expect(after).toMatchObject({
      ...before,
      name: 'new.pdf',
      key: 'new.pdf',
      $updatedAt: expect.any(String),
    });
    const url = visitor.getFileView({ bucketId: 'pdfs', fileId: 'renamed' });
    const again = await fetch(url, { headers: { 'if-none-match': `"${sha256}"` } });
    expect([again.status, again.headers.get('content-disposition')]).toEqual([
      304,
      'inline; filename="new.pdf"',
    ]);
  });

  it.each([
    ['an unknown file', 'pdfs/files/none/view?project=minbar', 404, 'storage_file_not_found'],
    ['an unknown bucket', 'none/files/lesson/view?project=minbar', 404, 'storage_bucket_not_found'],
    ['an unknown project', 'pdfs/files/lesson/view?project=other', 404, 'project_not_found'],
    ['no project', 'pdfs/files/lesson/view', 404, 'project_not_found'],
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
    const response = await fetch(`${running.endpoint}/storage/buckets/${path}`);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ type, code: status }),
    ]);
  });

  it('does not follow a link that someone put into the store', async () => {
    await owner.createFile({
      bucketId: 'pdfs',
      fileId: 'linked',
      file: InputFile.fromBuffer(lesson, 'a.pdf'),
    });
    const { path } = filePlace(storeFolders(running.dataDir), 'pdfs', 'linked');
    unlinkSync(path);
    symlinkSync(join(running.dataDir, 'minbar.db'), path);
    const response = await fetch(visitor.getFileView({ bucketId: 'pdfs', fileId: 'linked' }));
    expect(response.status).toBe(404);
    unlinkSync(path);
  });
});

describe('ranges (RFC 9110 §14; deliberately better than contract 7.5)', () => {
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
  ])('%s is 206', async (range, first, last) => {
    const response = await view({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
    expect(response.headers.get('content-length')).toBe(String(last - first + 1));
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(Buffer.compare(await response.bytes(), lesson.subarray(first, last + 1))).toBe(0);
  });

  it.each([`bytes=${size}-`, `bytes=${size}-${size + 1}`, 'bytes=-0'])('%s is 416', async (range) => {
    const response = await view({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    expect(await response.json()).toMatchObject({ code: 416, type: 'storage_invalid_range' });
  });

  it.each(['bytes=0-1,5-6', 'bytes=5-1', 'bytes=988', 'bytes=x-y', 'items=0-1', 'bytes='])(
    '%s is the whole file',
    async (range) => {
      const response = await view({ range });
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
      expect(await response.bytes()).toHaveLength(size);
    },
  );

  it('applies to the download too', async () => {
    const response = await view({ range: 'bytes=-5' }, 'GET', 'download');
    expect([response.status, await response.text()]).toEqual([206, '%%EOF']);
  });

  it.each([
    ['this file', `"${sha256}"`, 206],
    ['another file', '"other"', 200],
    ['a weak tag', `W/"${sha256}"`, 200],
    ['another date', 'Sat, 01 Jan 2000 00:00:00 GMT', 200],
  ])('If-Range of %s', async (_, ifRange, status) => {
    expect((await view({ range: 'bytes=0-9', 'if-range': ifRange })).status).toBe(status);
  });

  it('If-Range of its date', async () => {
    const date = (await view()).headers.get('last-modified') ?? '';
    expect((await view({ range: 'bytes=0-9', 'if-range': date })).status).toBe(206);
  });
});

describe('conditional reads (RFC 9110 §13)', () => {
  it.each([
    ['if-none-match', `"${sha256}"`],
    ['if-none-match', `W/"${sha256}"`],
    ['if-none-match', `"x", "${sha256}"`],
    ['if-none-match', '*'],
    ['if-modified-since', new Date(Date.now() + 3_600_000).toUTCString()],
  ])('%s: %s is 304 without a body', async (name, value) => {
    const response = await view({ [name]: value });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate');
  });

  it.each([
    ['if-none-match', '"other"', 200],
    ['if-match', `"${sha256}"`, 200],
    ['if-match', '"other"', 412],
    ['if-unmodified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 412],
    ['if-modified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 200],
  ])('%s: %s is %i', async (name, value, status) => {
    expect((await view({ [name]: value })).status).toBe(status);
  });
});

describe('previews (contract 7.5)', () => {
  const preview = (query: string, id = 'lesson') =>
    fetch(`${running.endpoint}/storage/buckets/pdfs/files/${id}/preview?project=minbar&${query}`);

  /** Width and height in the header of a PNG. */
  async function pngSize(response: Response): Promise<[number, number]> {
    const bytes = Buffer.from(await response.bytes());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  }

  it('is a PNG of the first page, made once and kept', async () => {
    const first = await preview('width=200');
    const again = await preview('width=200');
    expect([first, again].map(({ headers }) => headers.get('x-appwrite-cache'))).toEqual(['miss', 'hit']);
    expect(first.headers.get('content-type')).toBe('image/png');
    const bytes = await Promise.all([first.bytes(), again.bytes()]);
    expect(Buffer.compare(bytes[0], bytes[1])).toBe(0);
    const etag = again.headers.get('etag') ?? '';
    const url = visitor.getFilePreview({ bucketId: 'pdfs', fileId: 'lesson', width: 200 });
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it.each([
    ['width=300', [300, 424]],
    ['height=424', [300, 424]],
    ['width=300&height=300', [300, 300]],
  ])('%s has the size %j', async (query, expected) => {
    const [width, height] = await pngSize(await preview(query));
    expect(Math.abs(width - Number(expected[0]))).toBeLessThanOrEqual(1);
    expect(Math.abs(height - Number(expected[1]))).toBeLessThanOrEqual(1);
  });

  it.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['jpg', 'image/jpeg'],
    ['jpeg', 'image/jpeg'],
  ])('output=%s is %s', async (output, type) => {
    const response = await preview(`width=50&output=${output}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  });

  it('shows the page, not a cover', async () => {
    await owner.createFile({
      bucketId: 'pdfs',
      fileId: 'other-page',
      file: InputFile.fromBuffer(samplePdf('Another title'), 'a.pdf'),
    });
    const [one, other] = await Promise.all([preview('width=200'), preview('width=200', 'other-page')]);
    expect(Buffer.compare(await one.bytes(), await other.bytes())).not.toBe(0);
  });

  it('is kept in sixteen forms of a file at most, and leaves with the file', async () => {
    await owner.createFile({
      bucketId: 'pdfs',
      fileId: 'many',
      file: InputFile.fromBuffer(samplePdf('Many'), 'a.pdf'),
    });
    for (let width = 20; width < 38; width++)
      expect((await preview(`width=${width}`, 'many')).status).toBe(200);
    const { previews } = storeFolders(running.dataDir);
    const digest = createHash('sha256').update(samplePdf('Many')).digest('hex');
    const folder = join(previews, digest.slice(0, 2), digest);
    expect(readdirSync(folder)).toHaveLength(16);
    expect((await preview('width=37', 'many')).headers.get('x-appwrite-cache')).toBe('hit');
    expect((await preview('width=20', 'many')).headers.get('x-appwrite-cache')).toBe('miss');
    await owner.deleteFile({ bucketId: 'pdfs', fileId: 'many' });
    expect(existsSync(folder)).toBe(false);
  });

  it('is never larger than it can be drawn', async () => {
    const [width, height] = await pngSize(await preview('width=4000&height=4000'));
    expect(width * height).toBeLessThanOrEqual(4_000_000);
  });

  it('is a plain cover for a PDF that cannot be drawn, again and again', async () => {
    for (const fileId of ['broken-1', 'broken-2']) {
      const broken = Buffer.from(`%PDF-1.7 ${fileId} is no page`);
      await owner.createFile({ bucketId: 'pdfs', fileId, file: InputFile.fromBuffer(broken, 'a.pdf') });
    }
    const covers = await Promise.all(['broken-1', 'broken-2'].map((id) => preview('width=120', id)));
    expect(covers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = await Promise.all(covers.map((cover) => cover.bytes()));
    expect(Buffer.compare(one ?? Buffer.from('1'), two ?? Buffer.from('2'))).toBe(0);
  });

  it.each(['width=4001', 'height=-1', 'width=x', 'quality=101', 'output=exe', 'gravity=up', 'width=1.5'])(
    '%s is refused',
    async (query) => {
      const response = await preview(query);
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ type: 'general_argument_invalid' }),
      ]);
    },
  );
});
