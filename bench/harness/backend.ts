import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Backend, openBackend } from '../../src/backend/backend.ts';
import { readSchema } from '../../src/backend/schema.ts';
import { temporaryFolder } from './site.ts';

const KEY = 'standard_of-the-benchmark-only';
const schema = readSchema(join(import.meta.dirname, '../../appwrite.config.json'));
const pagesTable = { databaseId: 'library', tableId: 'pages' };

export interface BenchBackend {
  readonly backend: Backend;
  readonly dataDir: string;
  /** Milliseconds of one request of rows, with their total if `counted`, in the sort order of a language. */
  time(queries: readonly object[], options: { counted: boolean; locale?: string }): Promise<number>;
  close(): Promise<void>;
}

/** Opens an embedded backend in a new data folder, which `fill` may change while no backend has it open. */
export async function openBenchBackend(
  tableId: 'files' | 'pages',
  fill?: (dataDir: string) => void,
): Promise<BenchBackend> {
  const dataDir = temporaryFolder();
  const open = () => openBackend({ dataDir, schema, pagesTable, apiKeys: [KEY] });
  if (fill) {
    await open().close();
    fill(dataDir);
  }
  const backend = open();
  return {
    backend,
    dataDir,
    async time(queries, { counted, locale = 'en' }) {
      const parameters = queries.map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`);
      const url = `/v1/tablesdb/library/tables/${tableId}/rows?${[...parameters, `total=${counted}`].join('&')}`;
      const headers = {
        'X-Appwrite-Project': schema.projectId,
        'X-Appwrite-Key': KEY,
        'X-Appwrite-Locale': locale,
      };
      const start = performance.now();
      const response = await backend.app.request(url, { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return performance.now() - start;
    },
    async close() {
      await backend.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Parses `--sizes 1000,10000`. Throws on anything else than whole numbers. */
export function parseSizes(sizes: string): number[] {
  const counts = sizes.split(',').map(Number);
  if (counts.some((count) => !Number.isInteger(count) || count < 1))
    throw new Error('--sizes takes whole numbers with commas between them, such as 1000,10000.');
  return counts;
}

export const formatMs = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 1 : 0);
