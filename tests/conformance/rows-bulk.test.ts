import { describe, expect, it } from 'vitest';
import { refusal } from '../support/clients.ts';
import { categories, files, lesson, things, writingBench } from './support/writing-bench.ts';

const bench = writingBench();

describe('bulk', () => {
  it('create answers 201 with all rows', async () => {
    const rows = [
      { $id: 'bulk1', categoryName: 'One' },
      { categoryName: 'Two', $permissions: ['read("any")'] },
    ];
    const { status, json } = await bench.send('POST', '/tablesdb/library/tables/categories/rows', { rows });
    expect([status, json.total, json.rows[0].$id, json.rows[1].$permissions]).toEqual([
      201,
      2,
      'bulk1',
      ['read("any")'],
    ]);
    expect(bench.changes).toHaveLength(2);
  });

  it('is all or nothing', async () => {
    const before = (await bench.tables.listRows(categories)).total;
    const rows = [
      { $id: 'fresh', categoryName: 'Fresh' },
      { $id: 'bulk1', categoryName: 'Taken' },
    ];
    expect(await refusal(bench.tables.createRows({ ...categories, rows }))).toContain(
      '409 row_already_exists',
    );
    expect((await bench.tables.listRows(categories)).total).toBe(before);
    expect(bench.changes).toEqual([]);
  });

  it('upsert', async () => {
    const rows = [
      { $id: 'bulk1', categoryName: 'Uno' },
      { $id: 'bulk2', categoryName: 'Due' },
    ];
    const { total } = await bench.tables.upsertRows({ ...categories, rows });
    expect([total, (await bench.tables.getRow({ ...categories, rowId: 'bulk1' })).categoryName]).toEqual([
      2,
      'Uno',
    ]);
  });

  it('update returns what it changed', async () => {
    const queries = ['{"method":"startsWith","attribute":"$id","values":["bulk"]}'];
    const { total, rows } = await bench.tables.updateRows({
      ...categories,
      data: { categoryName: 'Uno' },
      queries,
    });
    expect([total, rows.map((row) => row.$id)]).toEqual([1, ['bulk2']]);
  });

  it('delete returns what it removed', async () => {
    const queries = ['{"method":"equal","attribute":"categoryName","values":["Uno"]}'];
    const { total, rows } = await bench.tables.deleteRows({ ...categories, queries });
    expect([total, rows.map((row) => row.$id)]).toEqual([2, ['bulk1', 'bulk2']]);
    expect(bench.heard()).toEqual([
      ['delete', 'bulk1'],
      ['delete', 'bulk2'],
    ]);
  });

  it('without queries means every row, far beyond a page', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ name: String(at) }));
    await bench.tables.createRows({ ...things, rows });
    expect((await bench.tables.updateRows({ ...things, data: { size: 'large' } })).total).toBe(100);
  });

  it.each([
    [
      'upsertRows',
      () => bench.tables.upsertRows({ ...files, rows: [lesson] }),
      'upsert is not supported for tablesDB with relationship attributes',
    ],
    [
      'updateRows',
      () => bench.tables.updateRows({ ...files, data: lesson }),
      'update is not supported for tablesDB with relationship attributes',
    ],
    [
      'deleteRows',
      () => bench.tables.deleteRows(files),
      'delete is not supported for tablesDB with relationship attributes',
    ],
  ])('%s is refused on a table that relates', async (_, call, message) => {
    expect(await refusal(call())).toBe(`400 general_bad_request: Bulk ${message}`);
  });

  it('takes 100 rows and no more', async () => {
    const rows = Array.from({ length: 101 }, () => ({ name: 'x' }));
    expect(await refusal(bench.tables.createRows({ ...things, rows }))).toContain(
      '400 general_argument_invalid',
    );
  });

  it('update without data is refused', async () => {
    expect(await refusal(bench.tables.updateRows({ ...things, data: {} }))).toContain(
      '400 row_missing_payload',
    );
  });

  it('upsert without rows is refused', async () => {
    const { json } = await bench.send('PUT', '/tablesdb/library/tables/things/rows', {});
    expect([json.type, json.message]).toEqual(['general_argument_invalid', 'Param "rows" is not optional.']);
  });
});
