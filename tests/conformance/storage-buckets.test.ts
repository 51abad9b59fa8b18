import { readdirSync } from 'node:fs';
import { Client as WebClient, Storage as WebStorage } from 'appwrite';
import { Client, Compression, ID, Query, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeFolders } from '#backend/storage/file-layout.ts';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let running: RunningBackend;
let owner: Storage;
let visitor: WebStorage;

beforeAll(async () => {
  running = await startBackend();
  owner = new Storage(new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY));
  visitor = new WebStorage(new WebClient().setEndpoint(running.endpoint).setProject('minbar'));
});
afterAll(() => running.stop());

const put = (bucketId: string, fileId: string, name: string, size = 2000, permissions: string[] = []) =>
  owner.createFile({ bucketId, fileId, file: InputFile.fromBuffer(samplePdf('x', size), name), permissions });

describe('buckets (contract 7.1, 7.2)', () => {
  it('holds the bucket of the schema file', async () => {
    expect(await owner.getBucket({ bucketId: 'pdfs' })).toMatchObject({
      $id: 'pdfs',
      $createdAt: expect.stringMatching(/\+00:00$/),
      $permissions: ['read("any")'],
      fileSecurity: false,
      name: 'PDF files',
      enabled: true,
      maximumFileSize: 104_857_600,
      allowedFileExtensions: ['pdf'],
      compression: 'none',
      totalSize: 0,
    });
  });

  it('makes, lists, replaces and removes one', async () => {
    const made = await owner.createBucket({
      bucketId: 'extra',
      name: 'Extra',
      permissions: ['read("any")', 'write("users")'],
      maximumFileSize: 5000,
      allowedFileExtensions: ['PDF', 'txt'],
    });
    expect(made).toMatchObject({
      $id: 'extra',
      maximumFileSize: 5000,
      allowedFileExtensions: ['pdf', 'txt'],
    });
    const named = await owner.listBuckets({ queries: [Query.equal('name', 'Extra')] });
    expect(named).toEqual({ total: 1, buckets: [made] });
    expect((await owner.listBuckets({ search: 'ext' })).total).toBe(1);

    const replaced = await owner.updateBucket({ bucketId: 'extra', name: 'Other' });
    expect(replaced).toMatchObject({ name: 'Other', $permissions: [], allowedFileExtensions: [] });

    await put('extra', 'inside', 'a.pdf');
    expect((await owner.getBucket({ bucketId: 'extra' })).totalSize).toBe(2000);
    await owner.deleteBucket({ bucketId: 'extra' });
    await expect(owner.getFile({ bucketId: 'extra', fileId: 'inside' })).rejects.toMatchObject({
      type: 'storage_bucket_not_found',
    });
    const { files } = storeFolders(running.dataDir);
    const left = readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(left).toEqual([]);
  });

  it('refuses an id that is taken', async () => {
    await expect(owner.createBucket({ bucketId: 'pdfs', name: 'Again' })).rejects.toMatchObject({
      code: 409,
      type: 'storage_bucket_already_exists',
    });
  });

  it.each([
    ['too large a maximum', { maximumFileSize: 6 * 1024 ** 3 }],
    ['a maximum of nothing', { maximumFileSize: 0 }],
    ['an unknown permission', { permissions: ['read(any)'] }],
    ['an extension with a dot', { allowedFileExtensions: ['.pdf'] }],
    ['compression', { compression: Compression.Gzip }],
    ['no name', { name: '' }],
  ])('refuses %s', async (_, settings) => {
    await expect(owner.createBucket({ bucketId: 'bad', name: 'Bad', ...settings })).rejects.toMatchObject({
      code: 400,
      type: 'general_argument_invalid',
    });
    await expect(owner.getBucket({ bucketId: 'bad' })).rejects.toMatchObject({ code: 404 });
  });

  it('is for keys only', async () => {
    const guest = new Storage(new Client().setEndpoint(running.endpoint).setProject('minbar'));
    for (const attempt of [
      () => guest.listBuckets(),
      () => guest.getBucket({ bucketId: 'pdfs' }),
      () => guest.createBucket({ bucketId: 'mine', name: 'Mine' }),
      () => guest.updateBucket({ bucketId: 'pdfs', name: 'Mine' }),
      () => guest.deleteBucket({ bucketId: 'pdfs' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 401, type: 'general_unauthorized_scope' });
    }
  });

  it('that is disabled exists for keys only', async () => {
    await owner.createBucket({
      bucketId: 'closed',
      name: 'Closed',
      permissions: ['read("any")'],
      enabled: false,
    });
    await put('closed', 'a', 'a.pdf');
    expect((await owner.listFiles({ bucketId: 'closed' })).total).toBe(1);
    await expect(visitor.listFiles({ bucketId: 'closed' })).rejects.toMatchObject({
      code: 404,
      type: 'storage_bucket_not_found',
      message: 'Storage bucket with the requested ID could not be found.',
    });
  });

  it('keeps previews from visitors when transformations are off', async () => {
    await owner.createBucket({
      bucketId: 'plain',
      name: 'P',
      permissions: ['read("any")'],
      transformations: false,
    });
    await put('plain', 'a', 'a.pdf');
    const response = await fetch(visitor.getFilePreview({ bucketId: 'plain', fileId: 'a' }));
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ type: 'storage_bucket_transformations_disabled' }),
    ]);
  });
});

describe('what a bucket of any files shows (contract 7.5)', () => {
  const show = async (route: string, fileId: string) => {
    const response = await fetch(
      `${running.endpoint}/storage/buckets/mixed/files/${fileId}/${route}?project=minbar`,
    );
    return response.headers;
  };

  it.each([
    ['page.html', 'text/plain; charset=utf-8', 'text/html'],
    ['drawing.svg', 'text/plain; charset=utf-8', 'image/svg+xml'],
    ['script.js', 'text/plain; charset=utf-8', 'text/javascript'],
    ['sound.mp3', 'audio/mpeg', 'audio/mpeg'],
    ['picture.png', 'image/png', 'image/png'],
    ['unknown', 'text/plain; charset=utf-8', 'application/octet-stream'],
  ])('%s: never as a page of ours', async (name, viewed, downloaded) => {
    await owner
      .createBucket({ bucketId: 'mixed', name: 'Mixed', permissions: ['read("any")'] })
      .catch(() => undefined);
    const file = InputFile.fromBuffer(Buffer.from('<script>alert(1)</script>'), name);
    const { $id } = await owner.createFile({ bucketId: 'mixed', fileId: ID.unique(), file });
    const view = await show('view', $id);
    expect(view.get('content-type')).toBe(viewed);
    expect(view.get('x-content-type-options')).toBe('nosniff');
    expect(view.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const download = await show('download', $id);
    expect(download.get('content-type')).toBe(downloaded);
    expect(download.get('content-disposition')).toMatch(/^attachment;/);
  });
});

describe('lists of files (contract 7.2)', () => {
  beforeAll(async () => {
    await owner.createBucket({ bucketId: 'shelf', name: 'Shelf', permissions: ['read("any")'] });
    for (const [i, name] of ['Wudu.pdf', 'wudu steps.pdf', 'Salah.pdf', 'زكاة.pdf'].entries()) {
      await put('shelf', `f${i}`, name, 2000 + i);
    }
  });
  const ids = async (queries: string[]) => {
    const { files } = await visitor.listFiles({ bucketId: 'shelf', queries });
    return files.map(({ $id }) => $id);
  };

  it('are open to visitors, in order of arrival, with the total', async () => {
    const list = await visitor.listFiles({ bucketId: 'shelf' });
    expect([list.total, list.files.map(({ $id }) => $id)]).toEqual([4, ['f0', 'f1', 'f2', 'f3']]);
    expect(list.files[0]).toEqual(await owner.getFile({ bucketId: 'shelf', fileId: 'f0' }));
  });

  it.each([
    [[Query.equal('name', 'Salah.pdf')], ['f2']],
    [[Query.contains('name', 'wudu')], ['f0', 'f1']],
    [[Query.startsWith('name', 'زكا')], ['f3']],
    [[Query.greaterThan('sizeOriginal', 2001)], ['f2', 'f3']],
    [[Query.equal('$id', ['f0', 'f3'])], ['f0', 'f3']],
    [
      [Query.equal('mimeType', 'application/pdf'), Query.limit(2)],
      ['f0', 'f1'],
    ],
    [[Query.equal('chunksTotal', 1), Query.equal('chunksUploaded', 1), Query.offset(3)], ['f3']],
    [
      [Query.orderDesc('sizeOriginal'), Query.limit(2)],
      ['f3', 'f2'],
    ],
    [[Query.orderDesc('$createdAt'), Query.limit(1)], ['f3']],
    [[Query.cursorAfter('f1')], ['f2', 'f3']],
    [[Query.cursorBefore('f2')], ['f0', 'f1']],
    [
      [Query.isNotNull('signature'), Query.or([Query.equal('$id', 'f1'), Query.equal('folder', 'x')])],
      ['f1'],
    ],
  ])('%s', async (queries, expected) => {
    expect(await ids(queries)).toEqual(expected);
  });

  it('are searched by name', async () => {
    expect((await visitor.listFiles({ bucketId: 'shelf', search: 'WUDU' })).total).toBe(2);
  });

  it('leave out the total when asked', async () => {
    expect((await visitor.listFiles({ bucketId: 'shelf', total: false })).total).toBe(0);
  });

  it('know the files of their own bucket only, also of the same id', async () => {
    await put('pdfs', 'f0', 'other.pdf');
    expect(await ids([Query.equal('$id', 'f0')])).toEqual(['f0']);
    expect((await visitor.listFiles({ bucketId: 'shelf' })).total).toBe(4);
  });

  it.each([
    ['an unknown attribute', Query.equal('sha256', 'x')],
    ['a value of another type', Query.equal('sizeOriginal', 'x')],
    ['a limit of 0', Query.limit(0)],
    ['garbage', '{'],
  ])('refuse %s as a wrong parameter', async (_, query) => {
    await expect(visitor.listFiles({ bucketId: 'shelf', queries: [query] })).rejects.toMatchObject({
      code: 400,
      type: 'general_argument_invalid',
      message: expect.stringMatching(/^Invalid `queries` param: /),
    });
  });

  it('refuse a cursor that is gone', async () => {
    await expect(
      visitor.listFiles({ bucketId: 'shelf', queries: [Query.cursorAfter('gone')] }),
    ).rejects.toMatchObject({ code: 400, message: "File 'gone' for the 'cursor' value not found." });
  });

  it('are closed when visitors may not read', async () => {
    await owner.createBucket({ bucketId: 'drawer', name: 'Drawer' });
    await put('drawer', 'a', 'a.pdf');
    const refused = { code: 401, type: 'user_unauthorized' };
    await expect(visitor.listFiles({ bucketId: 'drawer' })).rejects.toMatchObject(refused);
    await expect(visitor.getFile({ bucketId: 'drawer', fileId: 'a' })).rejects.toMatchObject(refused);
    const url = visitor.getFileView({ bucketId: 'drawer', fileId: 'a' });
    expect((await fetch(url)).status).toBe(401);
    const headers = { 'x-appwrite-key': KEY };
    expect((await fetch(url, { headers })).headers.get('cache-control')).toBe('private, no-cache');
  });

  it('hold with file security only what the file itself opens', async () => {
    await owner.createBucket({ bucketId: 'secured', name: 'Secured', fileSecurity: true });
    await put('secured', 'open', 'a.pdf', 2000, ['read("any")']);
    await put('secured', 'shut', 'b.pdf');
    const { total, files } = await visitor.listFiles({ bucketId: 'secured' });
    expect([total, files.map(({ $id }) => $id)]).toEqual([1, ['open']]);
    await expect(visitor.getFile({ bucketId: 'secured', fileId: 'shut' })).rejects.toMatchObject({
      code: 404,
      type: 'storage_file_not_found',
    });
  });
});

describe('changing files (contract 7.2)', () => {
  it('renames and sets permissions, and keeps what is not named', async () => {
    await put('pdfs', 'change', 'before.pdf');
    const renamed = await owner.updateFile({ bucketId: 'pdfs', fileId: 'change', name: 'درس.pdf' });
    expect(renamed).toMatchObject({ name: 'درس.pdf', $permissions: [] });
    const opened = await owner.updateFile({
      bucketId: 'pdfs',
      fileId: 'change',
      permissions: ['read("any")'],
    });
    expect(opened).toMatchObject({ name: 'درس.pdf', $permissions: ['read("any")'] });
  });

  it.each(['', 'a'.repeat(256), 'a\nb.pdf'])('refuses the name %j', async (name) => {
    await put('pdfs', 'named', 'named.pdf').catch(() => undefined);
    await expect(owner.updateFile({ bucketId: 'pdfs', fileId: 'named', name })).rejects.toMatchObject({
      code: 400,
      type: 'general_argument_invalid',
    });
  });

  it('deletes, and answers 404 the second time', async () => {
    await put('pdfs', 'short-lived', 'a.pdf');
    const url = visitor.getFileView({ bucketId: 'pdfs', fileId: 'short-lived' });
    await (await fetch(url)).bytes();
    await owner.deleteFile({ bucketId: 'pdfs', fileId: 'short-lived' });
    expect((await fetch(url)).status).toBe(404);
    await expect(owner.deleteFile({ bucketId: 'pdfs', fileId: 'short-lived' })).rejects.toMatchObject({
      code: 404,
      type: 'storage_file_not_found',
      message: 'The requested file could not be found.',
    });
  });

  it('is not for visitors', async () => {
    await put('pdfs', 'kept', 'kept.pdf');
    const refused = { code: 401, type: 'user_unauthorized' };
    const file = { bucketId: 'pdfs', fileId: 'kept' };
    await expect(visitor.updateFile({ ...file, name: 'x.pdf' })).rejects.toMatchObject(refused);
    await expect(visitor.deleteFile(file)).rejects.toMatchObject(refused);
    await expect(
      visitor.createFile({ bucketId: 'pdfs', fileId: 'new', file: new File([samplePdf()], 'a.pdf') }),
    ).rejects.toMatchObject(refused);
    expect((await owner.getFile(file)).name).toBe('kept.pdf');
  });
});
