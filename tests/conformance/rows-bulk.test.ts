import { describe, expect, it } from 'vitest';
import { errorOf } from '../support/clients.ts';
import { categories, files, lesson, setUpRows, things } from './support/row-setup.ts';

const setup = setUpRows();

describe('bulk', () => {
  it('create responds with 201 and all rows', async () => {
    const rows = [
      { $id: 'bulk1', categoryName: 'One' },
      { categoryName: 'Two', $permissions: ['read("any")'] },
    ];
    const { status, json } = await setup.send('POST', '/tablesdb/library/tables/categories/rows', { rows });
    expect([status, json.total, json.rows[0].$id, json.rows[1].$permissions]).toEqual([
      201,
      2,
      'bulk1',
      ['read("any")'],
    ]);
    expect(setup.changes).toHaveLength(2);
  });

  it('writes all rows or none', async () => {
    const totalBefore = (await setup.tables.listRows(categories)).total;
    const rows = [
      { $id: 'fresh', categoryName: 'Fresh' },
      { $id: 'bulk1', categoryName: 'Taken' },
    ];
    expect(await errorOf(setup.tables.createRows({ ...categories, rows }))).toContain(
      '409 row_already_exists',
    );
    expect((await setup.tables.listRows(categories)).total).toBe(totalBefore);
    expect(setup.changes).toEqual([]);
  });

  it('upserts new and existing rows', async () => {
    const rows = [
      { $id: 'bulk1', categoryName: 'Uno' },
      { $id: 'bulk2', categoryName: 'Due' },
    ];
    const { total } = await setup.tables.upsertRows({ ...categories, rows });
    expect([total, (await setup.tables.getRow({ ...categories, rowId: 'bulk1' })).categoryName]).toEqual([
      2,
      'Uno',
    ]);
  });

  it('update returns the changed rows', async () => {
    const queries = ['{"method":"startsWith","attribute":"$id","values":["bulk"]}'];
    const { total, rows } = await setup.tables.updateRows({
      ...categories,
      data: { categoryName: 'Uno' },
      queries,
    });
    expect([total, rows.map((row) => row.$id)]).toEqual([1, ['bulk2']]);
  });

  it('delete returns the removed rows', async () => {
    const queries = ['{"method":"equal","attribute":"categoryName","values":["Uno"]}'];
    const { total, rows } = await setup.tables.deleteRows({ ...categories, queries });
    expect([total, rows.map((row) => row.$id)]).toEqual([2, ['bulk1', 'bulk2']]);
    expect(setup.events()).toEqual([
      ['delete', 'bulk1'],
      ['delete', 'bulk2'],
    ]);
  });

  it('without queries updates every row, beyond one page', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ name: String(at) }));
    await setup.tables.createRows({ ...things, rows });
    expect((await setup.tables.updateRows({ ...things, data: { size: 'large' } })).total).toBe(100);
  });

  it('upsert is refused on a table with relationships', async () => {
    expect(await errorOf(setup.tables.upsertRows({ ...files, rows: [lesson] }))).toBe(
      '400 general_bad_request: Bulk upsert is not supported for tablesDB with relationship attributes',
    );
  });

  it('accepts at most 100 rows', async () => {
    const rows = Array.from({ length: 101 }, () => ({ name: 'x' }));
    expect(await errorOf(setup.tables.createRows({ ...things, rows }))).toContain(
      '400 general_argument_invalid',
    );
  });

  it('upsert without rows is refused', async () => {
    const { json } = await setup.send('PUT', '/tablesdb/library/tables/things/rows', {});
    expect([json.type, json.message]).toEqual(['general_argument_invalid', 'Param "rows" is not optional.']);
  });
});
