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
    { $id: 'shown', databaseId: 'd', $permissions, columns: [relation('shown'), relation('shut')] },
    { $id: 'shut', databaseId: 'd', $permissions, enabled: false },
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
  backend = openBackend({ dataDir, schema, apiKeys: [] });
  backend.onChange((change) => {
    readers[String(change.payload.$id)] = change.readers;
  });
});
afterEach(() => backend.close());

it('changes in a disabled table, database or bucket have no readers', async () => {
  const store = (bucketId: string) =>
    backend.storeBytes({ bucketId, fileId: `${bucketId}-file`, name: 'a.txt' }, Buffer.from('x'));
  const files = await Promise.all(['shown', 'shut'].map(store));
  await backend.write((batch) => {
    batch.save({ databaseId: 'd', tableId: 'shown' }, 'shown', 'create', {});
    batch.save({ databaseId: 'd', tableId: 'shut' }, 'shut', 'create', {});
    batch.save({ databaseId: 'closed', tableId: 'inside' }, 'inside', 'create', {});
    for (const file of files) batch.addFile(file);
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
