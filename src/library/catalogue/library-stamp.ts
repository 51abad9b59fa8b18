import { Query, Storage, TablesDB } from 'node-appwrite';
import { retry } from './retry.ts';
import { clientOf, type Target } from './target.ts';

/** How many rows and files a library has, and when one of them last changed: another one after a change by whomever. */
export async function libraryStamp(target: Target, signal?: AbortSignal): Promise<string> {
  const client = clientOf(target);
  const [tables, storage] = [new TablesDB(client), new Storage(client)];
  const { databaseId, bucketId } = target;
  const queries = [Query.orderDesc('$updatedAt'), Query.limit(1)];
  const rows = async (tableId: string) => {
    const { total, rows } = await tables.listRows({ databaseId, tableId, queries });
    return [total, rows[0]?.$id, rows[0]?.$updatedAt];
  };
  const files = async () => {
    const { total, files } = await storage.listFiles({ bucketId, queries });
    return [total, files[0]?.$id, files[0]?.$updatedAt];
  };
  const asked = [() => rows(target.categoriesTableId), () => rows(target.filesTableId), files];
  return JSON.stringify(await Promise.all(asked.map((ask) => retry(ask, signal))));
}
