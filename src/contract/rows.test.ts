import { describe, expect, test } from 'vitest';
import { parseShownRows, toCategory, toLibraryFile } from './rows.ts';

const category = {
  $id: 'c1',
  $createdAt: '2026-01-01T00:00:00.000+00:00',
  $updatedAt: '2026-01-02T00:00:00.000+00:00',
  categoryName: 'Fiqh',
};
const file = {
  ...category,
  url: '/v1/storage/x',
  fileName: 'Wudu.pdf',
  fileSize: 12,
  fileId: 'f1',
  category,
};

describe('toCategory', () => {
  test('keeps the four fields of the specification and nothing else', () => {
    expect(toCategory({ ...category, $permissions: [], other: 1 })).toEqual(category);
  });

  test.each([null, undefined, 'row', 7, true, []])('rejects %j as invalid row data', (row) => {
    expect(() => toCategory(row)).toThrow('Invalid row data');
  });

  test.each(Object.keys(category))('rejects a row without %s or with a number for it', (key) => {
    expect(() => toCategory({ ...category, [key]: undefined })).toThrow('Missing required row fields');
    expect(() => toCategory({ ...category, [key]: 5 })).toThrow('Missing required row fields');
  });
});

describe('toLibraryFile', () => {
  test('nests the checked category', () => {
    const { categoryName: _unused, ...expected } = file;
    expect(toLibraryFile(file)).toEqual(expected);
  });

  test.each(['$id', '$createdAt', '$updatedAt', 'url', 'fileName', 'fileSize', 'fileId'])(
    'rejects a file without %s or with a value of another type',
    (key) => {
      for (const value of [undefined, null, ['list'], key === 'fileSize' ? '12' : 42])
        expect(() => toLibraryFile({ ...file, [key]: value })).toThrow('Missing required row fields');
    },
  );

  test('rejects a size that is not a number', () => {
    expect(() => toLibraryFile({ ...file, fileSize: Number.NaN })).toThrow('Missing required row fields');
  });

  test.each([null, 42, 'c1', []])('rejects a category of %j as invalid row data', (category) => {
    expect(() => toLibraryFile({ ...file, category: category })).toThrow('Invalid row data');
  });
});

describe('parseShownRows', () => {
  const unnamedFile = { ...file, $id: 'unnamed', fileName: ' ' };
  const fileWithoutCategory = { ...file, $id: 'lost', category: null };

  test('skips rows that cannot be shown, and reports their ids and errors', () => {
    const skippedRows: object[] = [];
    const files = parseShownRows([unnamedFile, file, fileWithoutCategory, 'row'], toLibraryFile, (row) =>
      skippedRows.push(row),
    );
    expect(files).toEqual([toLibraryFile(file)]);
    expect(skippedRows).toEqual([
      { id: 'unnamed', reason: 'Missing required row fields' },
      { id: 'lost', reason: 'Invalid row data' },
      { id: 'undefined', reason: 'Invalid row data' },
    ]);
  });
});
