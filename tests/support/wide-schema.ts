import { readFileSync } from 'node:fs';
import { toSchema } from '#backend/schema.ts';

const config = JSON.parse(readFileSync(new URL('../../appwrite.config.json', import.meta.url), 'utf8'));

const column = (key: string, type: string, more: object = {}) => ({
  key,
  type,
  required: false,
  array: false,
  default: null,
  ...more,
});
const relation = (key: string, onDelete: string, relatedTable = 'things') =>
  column(key, 'relationship', {
    relatedTable,
    relationType: 'manyToOne',
    twoWay: false,
    onDelete,
    side: 'parent',
  });

/** The project's schema with additional tables, which have many kinds of columns, permissions and relationships. */
export const wideSchema = toSchema({
  ...config,
  tablesDB: [...config.tablesDB, { $id: 'closed', name: 'Closed', enabled: false }],
  tables: [
    ...config.tables,
    {
      $id: 'things',
      $permissions: ['read("any")', 'write("users")'],
      databaseId: 'library',
      name: 'Things',
      columns: [
        column('name', 'varchar', { size: 5, required: true }),
        column('count', 'integer', { min: 1, max: 10 }),
        column('ratio', 'double'),
        column('open', 'boolean', { default: true }),
        column('day', 'datetime'),
        column('link', 'url'),
        column('mail', 'email'),
        column('address', 'ip'),
        column('size', 'enum', { elements: ['small', 'large'] }),
        column('tags', 'string', { size: 10, array: true }),
        column('code', 'string', { size: 20 }),
      ],
      indexes: [{ key: 'code_once', type: 'unique', columns: ['code'] }],
    },
    {
      $id: 'links',
      $permissions: ['read("any")'],
      databaseId: 'library',
      name: 'Links',
      columns: [
        relation('softly', 'setNull'),
        relation('firmly', 'cascade'),
        relation('parent', 'setNull', 'links'),
      ],
    },
    {
      $id: 'chain',
      $permissions: ['read("any")'],
      databaseId: 'library',
      name: 'Chain',
      columns: [relation('next', 'cascade', 'chain')],
    },
    {
      $id: 'secret',
      $permissions: [],
      databaseId: 'library',
      name: 'Secret',
      columns: [column('word', 'string')],
    },
    {
      $id: 'mixed',
      $permissions: [],
      rowSecurity: true,
      databaseId: 'library',
      name: 'Mixed',
      columns: [column('word', 'string')],
    },
    {
      $id: 'disabled',
      $permissions: ['read("any")'],
      enabled: false,
      databaseId: 'library',
      name: 'Disabled',
      columns: [],
    },
  ],
});
