import { ID } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { refusal } from '../support/clients.ts';
import { categories, files, lesson, writingBench } from '../support/writing-bench.ts';

const bench = writingBench();

describe('writing a relationship', () => {
  const write = (category: unknown) =>
    bench.tables.createRow({ ...files, rowId: ID.unique(), data: { ...lesson, category } });

  it('an object without an id adds the related row', async () => {
    const { category } = await write({ categoryName: 'New' });
    expect(category).toMatchObject({ categoryName: 'New', $tableId: 'categories' });
    expect(bench.changes.map((change) => change.action)).toEqual(['create', 'create']);
  });

  it('an object with an unknown id adds it under that id', async () => {
    expect((await write({ $id: 'named', categoryName: 'Named' })).category.$id).toBe('named');
  });

  it('an object with a known id changes that row', async () => {
    await write({ $id: 'named', categoryName: 'Renamed' });
    expect((await bench.tables.getRow({ ...categories, rowId: 'named' })).categoryName).toBe('Renamed');
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
    expect(await refusal(write(category))).toBe(`400 relationship_value_invalid: ${message}`);
  });

  it('a wrong related row undoes the whole write', async () => {
    const before = (await bench.tables.listRows(files)).total;
    expect(await refusal(write({ categoryName: 7 }))).toContain('400 row_invalid_structure');
    expect((await bench.tables.listRows(files)).total).toBe(before);
    expect(bench.changes).toEqual([]);
  });
});
