import { DatabaseSync } from 'node:sqlite';
import { Query } from 'node-appwrite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { databasePath } from '#backend/db/migrations.ts';
import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import { KEY } from '../support/backend.ts';
import { setUpStorage } from '../support/storage-setup.ts';

// Tests lists of files and their read permissions.

const publicRead = ['read("any")'];
const setup = setUpStorage([
  { $id: 'public', $permissions: publicRead },
  { $id: 'private' },
  { $id: 'secured', fileSecurity: true },
  { $id: 'large', $permissions: publicRead },
]);

describe('lists of files', () => {
  beforeAll(async () => {
    for (const [i, name] of ['Wudu.pdf', 'wudu steps.pdf', 'Salah.pdf', 'زكاة.pdf'].entries()) {
      await setup.put('public', `f${i}`, name, 2000 + i);
    }
  });
  const ids = async (queries: string[]) => {
    const { files } = await setup.visitor.listFiles({ bucketId: 'public', queries });
    return files.map(({ $id }) => $id);
  };

  it('are visible to visitors in insertion order, with the total', async () => {
    const list = await setup.visitor.listFiles({ bucketId: 'public' });
    expect([list.total, list.files.map(({ $id }) => $id)]).toEqual([4, ['f0', 'f1', 'f2', 'f3']]);
    expect(list.files[0]).toEqual(await setup.owner.getFile({ bucketId: 'public', fileId: 'f0' }));
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
  ])('contain the matching files for %s', async (queries, expected) => {
    expect(await ids(queries)).toEqual(expected);
  });

  it('are searched by name', async () => {
    expect((await setup.visitor.listFiles({ bucketId: 'public', search: 'WUDU' })).total).toBe(2);
  });

  it('omit the total on request', async () => {
    expect((await setup.visitor.listFiles({ bucketId: 'public', total: false })).total).toBe(0);
  });

  it('contain only files of their bucket, even with equal ids', async () => {
    await setup.put('pdfs', 'f0', 'other.pdf');
    expect(await ids([Query.equal('$id', 'f0')])).toEqual(['f0']);
    expect((await setup.visitor.listFiles({ bucketId: 'public' })).total).toBe(4);
  });

  it.each([
    ['an unknown attribute', Query.equal('sha256', 'x')],
    ['a value of another type', Query.equal('sizeOriginal', 'x')],
    ['a limit of 0', Query.limit(0)],
    ['garbage', '{'],
  ])('refuse %s as an invalid parameter', async (_, query) => {
    await expect(setup.visitor.listFiles({ bucketId: 'public', queries: [query] })).rejects.toMatchObject({
      code: 400,
      type: 'general_argument_invalid',
      message: expect.stringMatching(/^Invalid `queries` param: /),
    });
  });

  it('refuse `search` without an index, with the same error as lists of rows', async () => {
    await expect(
      setup.visitor.listFiles({ bucketId: 'public', queries: [Query.search('name', 'wudu')] }),
    ).rejects.toMatchObject({ code: 400, type: 'general_query_invalid' });
  });

  it('refuse a cursor at a missing file', async () => {
    await expect(
      setup.visitor.listFiles({ bucketId: 'public', queries: [Query.cursorAfter('gone')] }),
    ).rejects.toMatchObject({ code: 400, message: "File 'gone' for the 'cursor' value not found." });
  });

  it('are refused if visitors are not allowed to read them', async () => {
    await setup.put('private', 'a', 'a.pdf');
    const refusal = { code: 401, type: 'user_unauthorized' };
    await expect(setup.visitor.listFiles({ bucketId: 'private' })).rejects.toMatchObject(refusal);
    await expect(setup.visitor.getFile({ bucketId: 'private', fileId: 'a' })).rejects.toMatchObject(refusal);
    const url = setup.visitor.getFileView({ bucketId: 'private', fileId: 'a' });
    expect((await fetch(url)).status).toBe(401);
    const headers = { 'x-appwrite-key': KEY };
    expect((await fetch(url, { headers })).headers.get('cache-control')).toBe('private, no-cache');
  });

  it('contain only readable files with file security', async () => {
    await setup.put('secured', 'open', 'a.pdf', 2000, ['read("any")']);
    await setup.put('secured', 'shut', 'b.pdf');
    const { total, files } = await setup.visitor.listFiles({ bucketId: 'secured' });
    expect([total, files.map(({ $id }) => $id)]).toEqual([1, ['open']]);
    await expect(setup.visitor.getFile({ bucketId: 'secured', fileId: 'shut' })).rejects.toMatchObject({
      code: 404,
      type: 'storage_file_not_found',
    });
  });
});

describe('a large bucket', () => {
  const names = Array.from({ length: 10 }, (_, at) => `name ${at}`);
  const list = (storage: { listFiles(request: object): Promise<{ total: number }> }, queries: string[]) =>
    storage.listFiles({ bucketId: 'large', queries });
  beforeAll(async () => {
    const database = new DatabaseSync(databasePath(setup.running.dataDir));
    database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO storage_files (bucket_id, id, created, updated, permissions, name, folder, size, chunks_total)
      SELECT 'large', 'f' || i, '2026-01-01', '2026-01-01', '[]', 'Lesson ' || i || '.pdf', '', 1, 1 FROM n`);
    database.close();
  });

  it('is listed and sorted for visitors', async () => {
    await expect(
      list(setup.visitor, [Query.orderDesc('sizeOriginal'), Query.limit(5)]),
    ).resolves.toMatchObject({
      total: 20_000,
    });
  });

  it.each([
    ['contains', Query.contains('name', names)],
    ['notContains', Query.notContains('name', names)],
    ['a sort by name', Query.orderAsc('name')],
  ])('refuses visitors, but not keys, %s that scans every name', async (_title, query) => {
    await expect(list(setup.visitor, [query])).rejects.toMatchObject({
      code: 400,
      type: 'general_argument_invalid',
      message: expect.stringContaining('Too many rows'),
    });
    await expect(list(setup.owner, [query, Query.limit(1)])).resolves.toHaveProperty('total');
  });

  it.each(['$createdAt', '$updatedAt'])('is read from an index in the order of %s', async (attribute) => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    await list(setup.visitor, [Query.orderDesc(attribute), Query.limit(5)]);
    const { calls, contexts } = prepare.mock;
    prepare.mockRestore();
    const at = calls.findIndex(([sql]) => sql.includes('ORDER BY'));
    const [database, [sql]] = [contexts[at] as DatabaseSync, calls[at] ?? expect.fail('no sorted list')];
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    expect(steps.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE');
  });

  it('refuses visitors a search by name', async () => {
    const request = { bucketId: 'large', search: 'lesson' };
    await expect(setup.visitor.listFiles(request)).rejects.toThrow('Too many rows');
    // The server counts search hits only up to this number.
    expect((await setup.owner.listFiles(request)).total).toBe(MAX_COUNTED_HITS);
  });
});
