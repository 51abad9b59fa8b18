import { join } from 'node:path';
import { type Backend, openBackend } from '../../src/backend/backend.ts';
import { readSchema } from '../../src/backend/schema.ts';
import { temporaryFolder } from './programs.ts';
import { format, median, quantile, readOptions, table, verdict } from './report.ts';

const KEY = 'standard_of-the-benchmark-only';
const schema = readSchema(join(import.meta.dirname, '../../appwrite.config.json'));
const pagesTable = { databaseId: 'library', tableId: 'pages' };
/** Number of measured rounds per query. */
export const ROUNDS = 41;

/** An embedded backend in a new data folder. */
export interface Library {
  readonly backend: Backend;
  /** Sends a request with the owner's key. Rejects if the request fails or is refused. */
  send(path: string, options?: { locale?: string; method?: string; body?: string }): Promise<void>;
}

/** Opens a library in a new data folder. `fill` can write to the closed database first. */
export async function openLibrary(fill?: (dataDir: string) => void): Promise<Library> {
  const dataDir = temporaryFolder();
  const open = () => openBackend({ dataDir, schema, pagesTable, apiKeys: [KEY] });
  if (fill) {
    await open().close();
    fill(dataDir);
  }
  const backend = open();
  return {
    backend,
    async send(path, { locale = 'en', ...init } = {}) {
      const headers = {
        'X-Appwrite-Project': schema.projectId,
        'X-Appwrite-Key': KEY,
        'X-Appwrite-Locale': locale,
        'Content-Type': 'application/json',
      };
      const response = await backend.app.request(`/v1/tablesdb/library/tables/${path}`, { ...init, headers });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
    },
  };
}

/** A query of rows whose time is measured. */
export interface TimedQuery {
  readonly label: string;
  readonly queries: readonly object[];
  /** Whether the total is requested. */
  readonly isTotal?: boolean;
  /** Language of the sort order; English if absent. */
  readonly locale?: string;
  /** Maximum 95th percentile in milliseconds. */
  readonly maxMs: number;
}

/** Times each query once per round, after `write`, if there is one. Returns the table of figures. */
export async function measureQueries(
  library: Library,
  tableId: string,
  queries: readonly TimedQuery[],
  write: (round: number) => unknown = () => undefined,
): Promise<string> {
  const rows: string[][] = [];
  for (const { label, queries: list, isTotal = false, locale = 'en', maxMs } of queries) {
    const parameters = list.map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}&`);
    const path = `${tableId}/rows?${parameters.join('')}total=${isTotal}`;
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      await write(round);
      const startedAt = performance.now();
      await library.send(path, { locale });
      // The first round is a warm-up.
      if (round > 0) times.push(performance.now() - startedAt);
    }
    const p95 = quantile(times, 0.95);
    rows.push([label, format(median(times)), format(p95), String(maxMs), verdict(p95 <= maxMs)]);
  }
  return table(['query', 'median', 'p95', 'bound', ''], rows);
}

/** Measures a library for each of the `--sizes`, such as 1000,10000. Returns a section with a heading for each. */
export async function measureSizes(
  args: string[],
  noun: string,
  measureSize: (count: number) => Promise<string>,
): Promise<string> {
  const { sizes } = readOptions(args, { sizes: '10000,100000,1000000' });
  const parts: string[] = [];
  for (const count of sizes.split(',').map(Number)) {
    const title = `${count.toLocaleString('en')} ${noun}`;
    console.log(`measuring ${title}`);
    parts.push(`### ${title}\n\n${await measureSize(count)}`);
  }
  return parts.join('\n\n');
}
