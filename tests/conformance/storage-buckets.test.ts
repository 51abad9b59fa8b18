import { readdirSync, readFileSync } from 'node:fs';
import { Client, Compression, ID, Query, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { describe, expect, it } from 'vitest';
import { storeFolders } from '#backend/storage/file-layout.ts';
import { storageBench } from '../support/storage-bench.ts';

/** Buckets and what they let be shown. */
const bench = storageBench();

describe('buckets', () => {
  it('holds the bucket of the schema file', async () => {
    expect(await bench.owner.getBucket({ bucketId: 'pdfs' })).toMatchObject({
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
    const made = await bench.owner.createBucket({
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
    const named = await bench.owner.listBuckets({ queries: [Query.equal('name', 'Extra')] });
    expect(named).toEqual({ total: 1, buckets: [made] });
    expect((await bench.owner.listBuckets({ search: 'ext' })).total).toBe(1);

    const replaced = await bench.owner.updateBucket({ bucketId: 'extra', name: 'Other' });
    expect(replaced).toMatchObject({ name: 'Other', $permissions: [], allowedFileExtensions: [] });

    await bench.put('extra', 'inside', 'a.pdf');
    expect((await bench.owner.getBucket({ bucketId: 'extra' })).totalSize).toBe(2000);
    await bench.owner.deleteBucket({ bucketId: 'extra' });
    await expect(bench.owner.getFile({ bucketId: 'extra', fileId: 'inside' })).rejects.toMatchObject({
      type: 'storage_bucket_not_found',
    });
    const { files } = storeFolders(bench.running.dataDir);
    const left = readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(left).toEqual([]);
  });

  it('refuses an id that is taken', async () => {
    await expect(bench.owner.createBucket({ bucketId: 'pdfs', name: 'Again' })).rejects.toMatchObject({
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
    await expect(
      bench.owner.createBucket({ bucketId: 'bad', name: 'Bad', ...settings }),
    ).rejects.toMatchObject({
      code: 400,
      type: 'general_argument_invalid',
    });
    await expect(bench.owner.getBucket({ bucketId: 'bad' })).rejects.toMatchObject({ code: 404 });
  });

  it('is for keys only', async () => {
    const guest = new Storage(new Client().setEndpoint(bench.running.endpoint).setProject('minbar'));
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
    await bench.owner.createBucket({
      bucketId: 'closed',
      name: 'Closed',
      permissions: ['read("any")'],
      enabled: false,
    });
    await bench.put('closed', 'a', 'a.pdf');
    expect((await bench.owner.listFiles({ bucketId: 'closed' })).total).toBe(1);
    await expect(bench.visitor.listFiles({ bucketId: 'closed' })).rejects.toMatchObject({
      code: 404,
      type: 'storage_bucket_not_found',
      message: 'Storage bucket with the requested ID could not be found.',
    });
  });

  it('keeps previews from visitors when transformations are off', async () => {
    await bench.owner.createBucket({
      bucketId: 'plain',
      name: 'P',
      permissions: ['read("any")'],
      transformations: false,
    });
    await bench.put('plain', 'a', 'a.pdf');
    const response = await fetch(bench.visitor.getFilePreview({ bucketId: 'plain', fileId: 'a' }));
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ type: 'storage_bucket_transformations_disabled' }),
    ]);
  });
});

it('the program itself finds the bytes only of what any visitor may read', async () => {
  const settings: [string, { permissions?: string[]; enabled?: boolean; fileSecurity?: boolean }][] = [
    ['open', { permissions: ['read("any")'] }],
    ['shut', { permissions: ['read("any")'], enabled: false }],
    ['secret', {}],
    ['each', { fileSecurity: true }],
  ];
  for (const [bucketId, more] of settings) {
    await bench.owner.createBucket({ bucketId, name: bucketId, ...more });
    await bench.put(bucketId, 'mine', 'a.pdf');
    await bench.put(bucketId, 'shown', 'a.pdf', 2000, ['read("any")']);
  }
  const { publicPath } = bench.running.backend;
  const found = settings.map(([bucketId]) =>
    ['mine', 'shown', 'none', '../users'].filter((id) => publicPath(bucketId, id)),
  );
  expect(found).toEqual([['mine', 'shown'], [], [], ['shown']]);
  expect(
    readFileSync(publicPath('open', 'mine') ?? '')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(publicPath('none', 'mine')).toBeUndefined();
});

describe('what a bucket of any files shows', () => {
  const show = async (route: string, fileId: string) => {
    const response = await fetch(
      `${bench.running.endpoint}/storage/buckets/mixed/files/${fileId}/${route}?project=minbar`,
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
    await bench.owner
      .createBucket({ bucketId: 'mixed', name: 'Mixed', permissions: ['read("any")'] })
      .catch(() => undefined);
    const file = InputFile.fromBuffer(Buffer.from('<script>alert(1)</script>'), name);
    const { $id } = await bench.owner.createFile({ bucketId: 'mixed', fileId: ID.unique(), file });
    const view = await show('view', $id);
    expect(view.get('content-type')).toBe(viewed);
    expect(view.get('x-content-type-options')).toBe('nosniff');
    expect(view.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const download = await show('download', $id);
    expect(download.get('content-type')).toBe(downloaded);
    expect(download.get('content-disposition')).toMatch(/^attachment;/);
  });
});
