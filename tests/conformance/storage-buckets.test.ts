import { readFileSync } from 'node:fs';
import { Client, ID, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { describe, expect, it } from 'vitest';
import { setUpStorage } from '../support/storage-setup.ts';

// Tests the buckets of the schema file, and their files.

const publicRead = ['read("any")'];
const setup = setUpStorage([
  { $id: 'open', $permissions: publicRead },
  { $id: 'shut', $permissions: publicRead, enabled: false },
  { $id: 'secret' },
  { $id: 'each', fileSecurity: true },
  { $id: 'mixed', $permissions: publicRead },
]);

describe('buckets', () => {
  it('are those of the schema file', async () => {
    await setup.put('pdfs', 'sized', 'a.pdf');
    expect(await setup.owner.getBucket({ bucketId: 'pdfs' })).toEqual({
      $id: 'pdfs',
      $createdAt: expect.stringMatching(/\+00:00$/),
      $updatedAt: expect.stringMatching(/\+00:00$/),
      $permissions: publicRead,
      fileSecurity: false,
      name: 'PDF files',
      enabled: true,
      maximumFileSize: 104_857_600,
      allowedFileExtensions: ['pdf'],
      compression: 'none',
      encryption: false,
      antivirus: true,
      transformations: true,
      totalSize: 2000,
    });
  });

  it('cannot be listed or changed with a key: the error names the schema file', async () => {
    for (const attempt of [
      () => setup.owner.listBuckets(),
      () => setup.owner.createBucket({ bucketId: 'mine', name: 'Mine' }),
      () => setup.owner.updateBucket({ bucketId: 'pdfs', name: 'Mine' }),
      () => setup.owner.deleteBucket({ bucketId: 'pdfs' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 405,
        type: 'general_not_implemented',
        message: expect.stringContaining('appwrite.config.json'),
      });
    }
  });

  it('have management routes for keys only', async () => {
    const guest = new Storage(new Client().setEndpoint(setup.running.endpoint).setProject('minbar'));
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

  it('are visible only with a key if they are disabled', async () => {
    await setup.put('shut', 'a', 'a.pdf');
    expect((await setup.owner.listFiles({ bucketId: 'shut' })).total).toBe(1);
    await expect(setup.visitor.listFiles({ bucketId: 'shut' })).rejects.toMatchObject({
      code: 404,
      type: 'storage_bucket_not_found',
      message: 'Storage bucket with the requested ID could not be found.',
    });
  });
});

it('publicPath returns only files that any visitor may read', async () => {
  const buckets = ['open', 'shut', 'secret', 'each'];
  for (const bucketId of buckets) {
    await setup.put(bucketId, 'mine', 'a.pdf');
    await setup.put(bucketId, 'shown', 'a.pdf', 2000, ['read("any")']);
  }
  const { publicPath } = setup.running.backend;
  const responses = buckets.map((bucketId) =>
    ['mine', 'shown', 'none', '../users'].filter((id) => publicPath(bucketId, id)),
  );
  expect(responses).toEqual([['mine', 'shown'], [], [], ['shown']]);
  expect(
    readFileSync(publicPath('open', 'mine') ?? '')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(publicPath('none', 'mine')).toBeUndefined();
});

describe('a bucket with files of any type', () => {
  const headersOf = async (route: string, fileId: string) => {
    const response = await fetch(
      `${setup.running.endpoint}/storage/buckets/mixed/files/${fileId}/${route}?project=minbar`,
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
  ])('never serves %s as a page of this site', async (name, viewed, downloaded) => {
    const file = InputFile.fromBuffer(Buffer.from('<script>alert(1)</script>'), name);
    const { $id } = await setup.owner.createFile({ bucketId: 'mixed', fileId: ID.unique(), file });
    const view = await headersOf('view', $id);
    expect(view.get('content-type')).toBe(viewed);
    expect(view.get('x-content-type-options')).toBe('nosniff');
    expect(view.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const download = await headersOf('download', $id);
    expect(download.get('content-type')).toBe(downloaded);
    expect(download.get('content-disposition')).toMatch(/^attachment;/);
  });
});
