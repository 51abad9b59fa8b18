import { beforeAll } from 'vitest';
import { type RunningBackend, startBackend } from '../../support/backend.ts';
import { setUpBackend } from '../../support/backend-setup.ts';
import { owner } from '../../support/clients.ts';
import { fillLibrary } from '../../support/library.ts';
import { wideSchema } from '../../support/wide-schema.ts';

const things = [
  { name: 'one', count: 1, ratio: 0.5, open: true, day: '1976-06-12', tags: ['red', 'blue'] },
  { name: 'two', count: 2, ratio: 1.5, open: false, day: '1960-01-01 10:10:10+02:30', tags: ['blue'] },
  { name: 'three', count: null, tags: null },
];

/**
 * Starts a backend of `wideSchema` for the tests of one file, with two platforms, the library, rows that visitors may and may not read,
 * and three rows of `things`, whose columns are of every kind and sometimes empty.
 */
export function setUpWideLibrary(): RunningBackend {
  const platformOrigins = ['https://site.example', 'other.example'];
  const running = setUpBackend(() => startBackend({ schema: wideSchema, platformOrigins }));
  beforeAll(async () => {
    const tables = owner(running.endpoint);
    await fillLibrary(tables);
    const add = (tableId: string, rowId: string, data: object, permissions: string[] = []) =>
      tables.createRow({ databaseId: 'library', tableId, rowId, data, permissions });
    for (const thing of things) await add('things', thing.name, thing);
    await add('mixed', 'open', { word: 'a' }, ['read("any")']);
    await add('mixed', 'hidden', { word: 'b' }, ['read("users")']);
    await add('secret', 'row', { word: 'c' }, ['read("any")']);
  });
  return running;
}
