import { Channel, Realtime } from 'appwrite';
import { libraryClient } from './library-client.ts';
import type { LibraryTables } from './library-queries.ts';

/**
 * Listens for changes of the two tables and calls back for each, with the cache tag it spoils.
 * Answers a function that stops listening. Reconnecting and the heartbeat are the SDK's.
 */
export async function watchLibrary(
  endpoint: string,
  projectId: string,
  tables: LibraryTables,
  onChange: (tag: 'Files' | 'Categories') => void,
): Promise<() => void> {
  const realtime = new Realtime(libraryClient(endpoint, projectId).client);
  const rowsOf = (tableId: string) => Channel.tablesdb(tables.databaseId).table(tableId).row();
  await Promise.all([
    realtime.subscribe(rowsOf(tables.filesTableId), () => onChange('Files')),
    realtime.subscribe(rowsOf(tables.categoriesTableId), () => onChange('Categories')),
  ]);
  return () => void realtime.disconnect();
}
