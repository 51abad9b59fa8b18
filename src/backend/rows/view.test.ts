import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { type Backend, openBackend } from '../backend.ts';
import { toSchema } from '../schema.ts';

const $permissions = ['read("any")'];
const relation = (tableId: string) => ({
  key: tableId,
  type: 'relationship',
  relationType: 'manyToOne',
  relatedTable: tableId,
});
const schema = toSchema({
  projectId: 'p',
  tablesDB: [{ $id: 'd' }, { $id: 'closed', enabled: false }],
  tables: [
    {
      $id: 'shown',
      databaseId: 'd',
      $permissions,
      columns: [relation('shown'), relation('shut'), relation('private'), relation('mixed')],
    },
    { $id: 'shut', databaseId: 'd', $permissions, enabled: false },
    { $id: 'private', databaseId: 'd' },
    { $id: 'mixed', databaseId: 'd', rowSecurity: true },
    { $id: 'inside', databaseId: 'closed', $permissions },
  ],
  buckets: [
    { $id: 'shown', $permissions },
    { $id: 'shut', $permissions, enabled: false },
  ],
});

let dataDir: string;
let backend: Backend;
const readers: Record<string, readonly string[]> = {};
beforeEach(() => {
  dataDir = createTestFolder();
  backend = openBackend({ dataDir, schema, apiKeys: ['key'] });
  backend.onChange((change) => {
    readers[String(change.payload.$id)] = change.readers;
  });
});
afterEach(() => backend.close());

it('changes in a disabled table, database or bucket have no readers', async () => {
  for (const bucketId of ['shown', 'shut'])
    await backend.storeFile({ bucketId, fileId: `${bucketId}-file`, name: 'a.txt' }, Buffer.from('x'));
  await backend.write((batch) => {
    batch.save({ databaseId: 'd', tableId: 'shown' }, 'shown', 'create', {});
    batch.save({ databaseId: 'd', tableId: 'shut' }, 'shut', 'create', {});
    batch.save({ databaseId: 'closed', tableId: 'inside' }, 'inside', 'create', {});
  });
  expect(readers).toEqual({
    shown: ['any'],
    shut: [],
    inside: [],
    'shown-file': ['any'],
    'shut-file': [],
  });
});

it('visitors do not receive rows of a disabled table through a relationship', async () => {
  await backend.write((batch) => {
    batch.save({ databaseId: 'd', tableId: 'shut' }, 'hidden', 'create', {});
    batch.save({ databaseId: 'd', tableId: 'shown' }, 'target', 'create', {});
    batch.save({ databaseId: 'd', tableId: 'shown' }, 'a', 'create', { shown: 'target', shut: 'hidden' });
  });
  const queries = [
    { method: 'select', values: ['shown.*', 'shut.*'] },
    { method: 'equal', attribute: '$id', values: ['a'] },
  ].map((query) => JSON.stringify(query));
  const { rows } = backend.readRowsAsVisitor({ databaseId: 'd', tableId: 'shown', queries }, 'en');
  expect(rows).toMatchObject([{ shown: { $id: 'target' }, shut: [] }]);
});

it('a filter through a relationship matches only rows that the caller may read', async () => {
  await backend.write((batch) => {
    for (const tableId of ['shut', 'private', 'mixed'])
      batch.save({ databaseId: 'd', tableId }, 'hidden', 'create', {});
    batch.save({ databaseId: 'd', tableId: 'mixed' }, 'open', 'create', {}, $permissions);
    const related = { shut: 'hidden', private: 'hidden', mixed: 'hidden' };
    batch.save({ databaseId: 'd', tableId: 'shown' }, 'a', 'create', related);
    batch.save({ databaseId: 'd', tableId: 'shown' }, 'b', 'create', { ...related, mixed: 'open' });
  });
  const count = async (headers: object, query: object) => {
    const path = `/v1/tablesdb/d/tables/shown/rows?queries[]=${encodeURIComponent(JSON.stringify(query))}`;
    const response = await backend.app.request(path, { headers: { 'x-appwrite-project': 'p', ...headers } });
    return ((await response.json()) as { total: number }).total;
  };
  for (const query of [
    { method: 'isNotNull', values: [] },
    { method: 'equal', values: ['hidden', 'open'] },
  ])
    for (const [tableId, readable] of [
      ['shut', 0],
      ['private', 0],
      ['mixed', 1],
    ] as const) {
      const filter = { ...query, attribute: `${tableId}.$id` };
      expect([tableId, await count({}, filter)]).toEqual([tableId, readable]);
      expect([tableId, await count({ 'x-appwrite-key': 'key' }, filter)]).toEqual([tableId, 2]);
    }
  const byOneId = { method: 'equal', attribute: 'mixed.$id', values: ['hidden'] };
  expect([await count({}, byOneId), await count({ 'x-appwrite-key': 'key' }, byOneId)]).toEqual([0, 1]);
});
