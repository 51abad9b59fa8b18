import { ID } from 'node-appwrite';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../support/clients.ts';
import { categories, files, lesson, links, setUpRows, things } from './support/row-setup.ts';

const setup = setUpRows();
const path = '/tablesdb/library/tables/files/rows';

beforeAll(() => setup.tables.createRow({ ...files, rowId: 'made', data: { ...lesson, category: 'creed' } }));

describe('update', () => {
  it('merges, updates $updatedAt and omits the relationship from the event', async () => {
    const rowBefore = await setup.tables.getRow({ ...files, rowId: 'made' });
    const rowAfter = await setup.tables.updateRow({
      ...files,
      rowId: 'made',
      data: { fileName: 'new.pdf', $id: 'other' },
    });
    expect(rowAfter).toMatchObject({
      $id: 'made',
      fileName: 'new.pdf',
      url: 'https://example.org/x.pdf',
      category: { $id: 'creed' },
    });
    expect(rowAfter.$updatedAt > rowBefore.$updatedAt).toBe(true);
    expect(rowAfter.$createdAt).toBe(rowBefore.$createdAt);
    expect(setup.events()).toEqual([['update', 'made']]);
    expect(Object.keys(setup.changes[0]?.payload ?? {})).not.toContain('category');
    expect(setup.changes[0]?.readers).toEqual(['any']);
  });

  it('changes nothing if no value differs', async () => {
    const rowBefore = await setup.tables.getRow({ ...files, rowId: 'made' });
    const rowAfter = await setup.tables.updateRow({ ...files, rowId: 'made', data: { fileName: 'new.pdf' } });
    expect([rowAfter.$updatedAt, setup.changes]).toEqual([rowBefore.$updatedAt, []]);
  });

  it('replaces permissions', async () => {
    const row = await setup.tables.updateRow({ ...files, rowId: 'made', permissions: ['read("guests")'] });
    expect(row.$permissions).toEqual(['read("guests")']);
  });

  it('refuses a body without data and permissions', async () => {
    const { json } = await setup.send('PATCH', `${path}/made`, {});
    expect([json.type, json.message]).toEqual([
      'row_missing_payload',
      'The row data and permissions are missing. You must provide either row data or permissions to be updated.',
    ]);
  });

  it('refuses null for a required column', async () => {
    expect(await errorOf(setup.tables.updateRow({ ...files, rowId: 'made', data: { url: null } }))).toContain(
      'Missing required attribute "url"',
    );
  });

  it('responds with 404 for an unknown row', async () => {
    expect(await errorOf(setup.tables.updateRow({ ...files, rowId: 'nobody', data: { url: 'x' } }))).toBe(
      "404 row_not_found: Row with the requested ID 'nobody' could not be found.",
    );
  });

  it.each(['PATCH', 'PUT', 'DELETE'])('refuses %s with the time of an older copy', async (method) => {
    const body = method === 'DELETE' ? {} : { data: { ...lesson, fileName: 'late.pdf' } };
    const { status, json } = await setup.send(method, `${path}/made`, body, {
      'X-Appwrite-Timestamp': '2020-01-01T00:00:00Z',
    });
    expect([status, json.type, json.message]).toEqual([
      409,
      'row_update_conflict',
      'Remote row is newer than local.',
    ]);
  });

  it('accepts a write with the time of the newest version', async () => {
    const { $updatedAt } = await setup.tables.getRow({ ...files, rowId: 'made' });
    const { status } = await setup.send(
      'PATCH',
      `${path}/made`,
      { data: { fileName: 'in time.pdf' } },
      { 'X-Appwrite-Timestamp': $updatedAt },
    );
    expect(status).toBe(200);
  });

  it('refuses a malformed time', async () => {
    const { json } = await setup.send(
      'PATCH',
      `${path}/made`,
      { data: lesson },
      { 'X-Appwrite-Timestamp': 'yesterday' },
    );
    expect([json.code, json.message]).toEqual([400, 'Invalid X-Appwrite-Timestamp header value']);
  });
});

describe('upsert', () => {
  it('responds with 200 for a new and an existing row', async () => {
    const first = await setup.send('PUT', `${path}/put`, { data: lesson });
    const second = await setup.send('PUT', `${path}/put`, { data: { ...lesson, fileName: 'put.pdf' } });
    expect([first.status, second.status, second.json.fileName]).toEqual([200, 200, 'put.pdf']);
    expect(setup.events()).toEqual([
      ['upsert', 'put'],
      ['upsert', 'put'],
    ]);
  });

  it('needs every required column again, and keeps the optional ones', async () => {
    await setup.tables.upsertRow({ ...files, rowId: 'put', data: { ...lesson, category: 'creed' } });
    expect(await errorOf(setup.tables.upsertRow({ ...files, rowId: 'put', data: { url: 'x' } }))).toContain(
      'Missing required attribute "fileName"',
    );
    expect((await setup.tables.upsertRow({ ...files, rowId: 'put', data: lesson })).category.$id).toBe(
      'creed',
    );
  });
});

describe('delete', () => {
  it('responds with 204 without a content type, then with 404', async () => {
    const first = await setup.send('DELETE', `${path}/put`, {});
    expect([first.status, first.text, first.headers.get('content-type')]).toEqual([204, '', null]);
    expect(setup.events()).toEqual([['delete', 'put']]);
    expect(await errorOf(setup.tables.deleteRow({ ...files, rowId: 'put' }))).toContain('404 row_not_found');
  });

  it('resolves in the SDK', async () => {
    await setup.tables.createRow({ ...things, rowId: 'gone', data: { name: 'x' } });
    await expect(setup.tables.deleteRow({ ...things, rowId: 'gone' })).resolves.toBeDefined();
  });

  it('keeps a category in use (restrict)', async () => {
    expect(await errorOf(setup.tables.deleteRow({ ...categories, rowId: 'creed' }))).toBe(
      '403 row_delete_restricted: Row cannot be deleted because it is referenced by another row.',
    );
  });

  it('changes or removes the rows that refer to the deleted row (setNull, cascade)', async () => {
    await setup.tables.createRow({ ...things, rowId: 'target', data: { name: 'x' } });
    await setup.tables.createRow({ ...links, rowId: 'soft', data: { softly: 'target' } });
    await setup.tables.createRow({ ...links, rowId: 'firm', data: { firmly: 'target' } });
    await setup.tables.createRow({ ...links, rowId: 'child', data: { parent: 'firm' } });
    setup.changes.length = 0;
    await setup.tables.deleteRow({ ...things, rowId: 'target' });
    expect((await setup.tables.getRow({ ...links, rowId: 'soft' })).softly).toBeNull();
    expect((await setup.tables.getRow({ ...links, rowId: 'child' })).parent).toBeNull();
    expect(await errorOf(setup.tables.getRow({ ...links, rowId: 'firm' }))).toContain('404');
    expect(setup.events().sort()).toEqual([
      ['delete', 'firm'],
      ['delete', 'target'],
      ['update', 'child'],
      ['update', 'soft'],
    ]);
  });

  it('removes a long chain of cascades completely', async () => {
    const tables = setup.tables;
    const chain = { databaseId: 'library', tableId: 'chain' };
    for (let from = 0; from < 1000; from += 100) {
      const operations = Array.from({ length: 100 }, (_, at) => ({
        action: 'create',
        ...chain,
        rowId: `link${from + at}`,
        data: { next: from + at === 0 ? null : `link${from + at - 1}` },
      }));
      const { $id: transactionId } = await tables.createTransaction();
      await tables.createOperations({ transactionId, operations });
      await tables.updateTransaction({ transactionId, commit: true });
    }
    expect((await tables.listRows(chain)).total).toBe(1000);
    await tables.deleteRow({ ...chain, rowId: 'link0' });
    expect((await tables.listRows(chain)).total).toBe(0);
  });

  it('frees the id', async () => {
    const row = await setup.tables.createRow({ ...things, rowId: 'target', data: { name: 'again' } });
    expect(row.name).toBe('again');
  });
});

describe('counters', () => {
  beforeAll(() =>
    setup.tables.createRow({ ...things, rowId: 'counted', data: { name: 'x', count: 5, ratio: 0.5 } }),
  );
  const counter = { ...things, rowId: 'counted', column: 'count' };

  it('count by one, or by a value', async () => {
    expect((await setup.tables.incrementRowColumn(counter)).count).toBe(6);
    expect((await setup.tables.decrementRowColumn({ ...counter, value: 3 })).count).toBe(3);
    expect((await setup.tables.incrementRowColumn({ ...counter, column: 'ratio', value: 0.25 })).ratio).toBe(
      0.75,
    );
    expect(setup.events()).toEqual(Array(3).fill(['update', 'counted']));
  });

  it('stop at the given limit', async () => {
    expect(await errorOf(setup.tables.incrementRowColumn({ ...counter, max: 3 }))).toBe(
      '400 column_limit_exceeded: tablesDB "count" has reached the maximum value of 3',
    );
    expect(await errorOf(setup.tables.decrementRowColumn({ ...counter, value: 2, min: 2 }))).toBe(
      '400 column_limit_exceeded: tablesDB "count" has reached the minimum value of 2',
    );
  });

  it('stop at the bounds of the column', async () => {
    expect(await errorOf(setup.tables.incrementRowColumn({ ...counter, value: 8 }))).toContain(
      'column_limit_exceeded',
    );
  });

  const notFound = "404 column_not_found: Column with the requested key '%s' could not be found.";
  it.each([
    ['an unknown column', { column: 'nope' }, notFound],
    ['an unknown row', { rowId: 'nobody' }, notFound],
    ['a text', { column: 'name' }, '400 attribute_type_invalid: tablesDB "name" is not a number'],
    ['value 0', { value: 0 }, '400 general_argument_invalid: Value must be numeric and greater than 0'],
    [
      'a negative value',
      { value: -1 },
      '400 general_argument_invalid: Value must be numeric and greater than 0',
    ],
    [
      'a value that is not a number',
      { value: 'x' as never },
      '400 general_argument_invalid: Invalid `value` param: Value must be a valid number',
    ],
    [
      'a max that is not a number',
      { max: 'x' as never },
      '400 general_argument_invalid: Invalid `max` param: Value must be a valid number or null',
    ],
  ])('refuse %s', async (_, change, message) => {
    expect(await errorOf(setup.tables.incrementRowColumn({ ...counter, ...change }))).toBe(message);
  });
});

describe('writing a relationship', () => {
  const write = (category: unknown) =>
    setup.tables.createRow({ ...files, rowId: ID.unique(), data: { ...lesson, category } });

  it('an object without an id adds the related row', async () => {
    const { category } = await write({ categoryName: 'New' });
    expect(category).toMatchObject({ categoryName: 'New', $tableId: 'categories' });
    expect(setup.changes.map((change) => change.action)).toEqual(['create', 'create']);
  });

  it('an object with an unknown id adds it under that id', async () => {
    expect((await write({ $id: 'named', categoryName: 'Named' })).category.$id).toBe('named');
  });

  it('an object with a known id changes that row', async () => {
    await write({ $id: 'named', categoryName: 'Renamed' });
    expect((await setup.tables.getRow({ ...categories, rowId: 'named' })).categoryName).toBe('Renamed');
  });

  it.each([
    [7, 'Relationship value must be an object, document ID string, or associative array'],
    [true, 'Relationship value must be an object, document ID string, or associative array'],
    [['creed'], 'Invalid relationship value. Must be either a document ID or a document, array given.'],
    [
      '_x',
      "Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char",
    ],
  ])('%j is refused', async (category, message) => {
    expect(await errorOf(write(category))).toBe(`400 relationship_value_invalid: ${message}`);
  });

  it('an invalid related row rolls the write back', async () => {
    const totalBefore = (await setup.tables.listRows(files)).total;
    expect(await errorOf(write({ categoryName: 7 }))).toContain('400 row_invalid_structure');
    expect((await setup.tables.listRows(files)).total).toBe(totalBefore);
    expect(setup.changes).toEqual([]);
  });
});
