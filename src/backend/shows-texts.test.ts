import { expect, test } from 'vitest';
import { toSchema } from './schema-file.ts';
import { showsTexts } from './shows-texts.ts';

const related = (relatedTable: string) => ({
  key: 'other',
  type: 'relationship',
  relatedTable,
  relationType: 'manyToOne',
  twoWay: false,
  onDelete: 'setNull',
});
const table = ($id: string, ...columns: object[]) => ({ $id, databaseId: 'd', columns });
const schema = toSchema({
  projectId: 'p',
  tablesDB: [{ $id: 'd' }],
  tables: [
    table('texts', { key: 'search', type: 'longtext' }),
    table('names', { key: 'name', type: 'string' }, related('names')),
    table('near', related('texts')),
    table('far', related('near')),
  ],
});

test.each([
  ['names', false],
  ['texts', true],
  ['near', true],
  ['far', true],
  ['unknown', true],
])('a question to the table "%s" may show texts: %s', (name, shown) => {
  for (const end of ['', '/one', '?queries[]=x'])
    expect(showsTexts(schema, `/v1/tablesdb/d/tables/${name}/rows${end}`)).toBe(shown);
});
