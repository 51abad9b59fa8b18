import { describe, expect, it } from 'vitest';
import { readSchema, toSchema } from './schema.ts';

const column = { key: 'name', type: 'string', size: 10 };
const table = { $id: 't', databaseId: 'd', columns: [column] };
const file = (tables: object[], more: object = {}) => ({
  projectId: 'p',
  tablesDB: [{ $id: 'd' }],
  tables,
  ...more,
});

it('reads the schema file of the project', () => {
  const schema = readSchema(new URL('../../appwrite.config.json', import.meta.url).pathname);
  const files = schema.databases.get('library')?.tables.get('files');
  expect([...(files?.columns.keys() ?? [])]).toEqual(['url', 'fileName', 'fileSize', 'fileId', 'category']);
  expect(files?.columns.get('category')).toMatchObject({
    kind: 'relationship',
    relatedTable: 'categories',
    onDelete: 'restrict',
  });
  expect(schema.buckets.get('pdfs')).toMatchObject({
    allowedFileExtensions: ['pdf'],
    permissions: ['read("any")'],
  });
});

it('adds the defaults that the Appwrite CLI omits', () => {
  const schema = toSchema(file([table]));
  expect(schema.databases.get('d')?.tables.get('t')).toMatchObject({
    enabled: true,
    rowSecurity: false,
    permissions: [],
  });
});

it.each([
  ['string', { size: 5 }, { kind: 'text', size: 5, format: 'plain' }],
  ['varchar', { size: 5 }, { kind: 'text', size: 5, format: 'plain' }],
  ['text', {}, { kind: 'text', size: 16_383 }],
  ['string', { format: 'email', size: 320 }, { kind: 'text', format: 'email' }],
  ['enum', { elements: ['a'] }, { kind: 'text', format: 'enum', elements: ['a'] }],
  ['integer', { min: 1, max: '9223372036854775807' }, { kind: 'integer', min: 1, max: 2 ** 63 }],
  ['double', {}, { kind: 'float', min: null, max: null }],
  ['datetime', {}, { kind: 'datetime' }],
])('reads a column of type %s with %j', (type, more, expected) => {
  const schema = toSchema(file([{ ...table, columns: [{ key: 'c', type, ...more }] }]));
  expect(schema.databases.get('d')?.tables.get('t')?.columns.get('c')).toMatchObject(expected);
});

describe('names the mistake', () => {
  const relation = { key: 'r', type: 'relationship', relationType: 'manyToOne', relatedTable: 't' };
  const index = { key: 'i', type: 'key', columns: ['name'] };
  it.each<[string, unknown, string]>([
    ['a list instead of an object', [], 'the file must be an object'],
    ['no project', {}, 'projectId must be a non-empty text'],
    [
      'an invalid id',
      file([{ ...table, $id: '../x' }]),
      'tables[0].$id must be 1 to 36 characters of a-z, A-Z, 0-9, period, hyphen and underscore, and start with a letter or digit',
    ],
    ['tables that are not a list', file([], { tables: {} }), 'tables must be a list'],
    [
      'an unknown type',
      file([{ ...table, columns: [{ key: 'c', type: 'point' }] }]),
      'tables[0].columns[0].type must be one of',
    ],
    [
      'a size of 0',
      file([{ ...table, columns: [{ ...column, size: 0 }] }]),
      'tables[0].columns[0].size must be a whole number of at least 1',
    ],
    [
      'an enum without values',
      file([{ ...table, columns: [{ key: 'c', type: 'enum' }] }]),
      'tables[0].columns[0].elements must list the values of the enum',
    ],
    [
      'an invalid permission',
      file([{ ...table, $permissions: ['read(any)'] }]),
      'tables[0].$permissions[0] has "read(any)", which is not a permission such as read("any")',
    ],
    [
      'an unknown database',
      file([{ ...table, databaseId: 'x' }]),
      'tables[0].databaseId names "x", which is not in tablesDB',
    ],
    [
      'an unknown related table',
      file([{ ...table, columns: [{ ...relation, relatedTable: 'x' }] }]),
      'relate "r" to "x", which is not a table of the same database',
    ],
    [
      'a two-way relationship',
      file([{ ...table, columns: [{ ...relation, twoWay: true }] }]),
      'tables[0].columns[0].twoWay must be false',
    ],
    [
      'many to many',
      file([{ ...table, columns: [{ ...relation, relationType: 'manyToMany' }] }]),
      'relationType must be one of manyToOne, oneToOne',
    ],
    [
      'an index on an unknown column',
      file([{ ...table, indexes: [{ ...index, columns: ['x'] }] }]),
      'tables[0].indexes[0].columns names "x", which is not a column of the table',
    ],
    [
      'a fulltext index on a number',
      file([
        {
          ...table,
          columns: [{ key: 'n', type: 'integer' }],
          indexes: [{ ...index, type: 'fulltext', columns: ['n'] }],
        },
      ]),
      'tables[0].indexes[0].columns must name one column of text for the fulltext index "i"',
    ],
    [
      'two names that differ by case',
      file([table, { ...table, $id: 'T' }]),
      '"d/t" and "d/T": ids must differ by more than case',
    ],
  ])('%s', (_, value, message) => {
    expect(() => toSchema(value)).toThrow(message);
    expect(() => toSchema(value)).toThrow(/^appwrite\.config\.json: /);
  });

  it('of a missing file, or one that is not JSON', () => {
    expect(() => readSchema('/nowhere/appwrite.config.json')).toThrow(
      /^appwrite\.config\.json: cannot be read/,
    );
  });
});
