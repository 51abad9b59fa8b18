import { type RunningBackend, startBackend } from '../../support/backend.ts';
import { owner } from '../../support/clients.ts';
import { fillLibrary } from '../../support/library.ts';
import { wideSchema } from '../../support/wide-schema.ts';

/** Starts a backend with the library and three rows of `things`, whose columns are of every kind and sometimes empty. */
export async function startQueriedLibrary(): Promise<RunningBackend> {
  const running = await startBackend({ schema: wideSchema });
  const tables = owner(running.endpoint);
  await fillLibrary(tables);
  const things = [
    { name: 'one', count: 1, ratio: 0.5, open: true, day: '1976-06-12', tags: ['red', 'blue'] },
    { name: 'two', count: 2, ratio: 1.5, open: false, day: '1960-01-01 10:10:10+02:30', tags: ['blue'] },
    { name: 'three', count: null, tags: null },
  ];
  for (const data of things)
    await tables.createRow({ databaseId: 'library', tableId: 'things', rowId: data.name, data });
  return running;
}
