import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { InputFile } from 'node-appwrite/file';
import { describe, expect, it } from 'vitest';
import { fileLocation, storeFolders } from '#backend/storage/files.ts';
import { lesson, readingBench, sha256, size } from '../support/reading-bench.ts';

/** Files as they are viewed and downloaded. */
const { bench, view } = readingBench();

describe('view and download', () => {
  it('is reached by the URL of the web SDK, without a header', async () => {
    const response = await fetch(bench.visitor.getFileView({ bucketId: 'pdfs', fileId: 'lesson' }));
    expect(response.status).toBe(200);
    expect(Buffer.compare(await response.bytes(), lesson)).toBe(0);
  });

  it('gives the bytes to node-appwrite', async () => {
    const bytes = Buffer.from(await bench.owner.getFileView({ bucketId: 'pdfs', fileId: 'lesson' }));
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
    await bench.owner.createFile({
      bucketId: 'pdfs',
      fileId: 'renamed',
      file: InputFile.fromBuffer(lesson, 'old.pdf'),
    });
    const before = await bench.owner.getFile({ bucketId: 'pdfs', fileId: 'renamed' });
    const after = await bench.owner.updateFile({ bucketId: 'pdfs', fileId: 'renamed', name: 'new.pdf' });
    expect(after).toMatchObject({
      ...before,
      name: 'new.pdf',
      key: 'new.pdf',
      $updatedAt: expect.any(String),
    });
    const url = bench.visitor.getFileView({ bucketId: 'pdfs', fileId: 'renamed' });
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
    const response = await fetch(`${bench.running.endpoint}/storage/buckets/${path}`);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ type, code: status }),
    ]);
  });

  it('does not follow a link that someone put into the store', async () => {
    await bench.owner.createFile({
      bucketId: 'pdfs',
      fileId: 'linked',
      file: InputFile.fromBuffer(lesson, 'a.pdf'),
    });
    const { path } = fileLocation(storeFolders(bench.running.dataDir), 'pdfs', 'linked');
    unlinkSync(path);
    symlinkSync(join(bench.running.dataDir, 'minbar.db'), path);
    const response = await fetch(bench.visitor.getFileView({ bucketId: 'pdfs', fileId: 'linked' }));
    expect(response.status).toBe(404);
    unlinkSync(path);
  });
});
