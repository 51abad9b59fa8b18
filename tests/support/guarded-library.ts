import { type RunningBackend, startBackend } from './backend.ts';
import { owner } from './clients.ts';
import { fillLibrary } from './library.ts';
import { wideSchema } from './wide-schema.ts';

/** Starts a backend of `wideSchema` with the library, rows that visitors may and may not read, and two platforms. */
export async function startGuardedLibrary(): Promise<RunningBackend> {
  const running = await startBackend({
    schema: wideSchema,
    platformOrigins: ['https://site.example', 'other.example'],
  });
  const tables = owner(running.endpoint);
  await fillLibrary(tables);
  const add = (tableId: string, rowId: string, word: string, reader: string) =>
    tables.createRow({
      databaseId: 'library',
      tableId,
      rowId,
      data: { word },
      permissions: [`read("${reader}")`],
    });
  await add('mixed', 'open', 'a', 'any');
  await add('mixed', 'hidden', 'b', 'users');
  await add('secret', 'row', 'c', 'any');
  return running;
}
