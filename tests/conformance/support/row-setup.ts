import { beforeAll, beforeEach } from 'vitest';
import type { Change } from '#backend/context.ts';
import { KEY, startBackend } from '../../support/backend.ts';
import { setUpBackend } from '../../support/backend-setup.ts';
import { owner, sendRaw } from '../../support/clients.ts';
import { wideSchema } from '../../support/wide-schema.ts';

export const categories = { databaseId: 'library', tableId: 'categories' };
export const files = { databaseId: 'library', tableId: 'files' };
export const things = { databaseId: 'library', tableId: 'things' };
export const links = { databaseId: 'library', tableId: 'links' };

/** A valid row of `files`. */
export const lesson: object = {
  url: 'https://example.org/x.pdf',
  fileName: 'x.pdf',
  fileSize: 7,
  fileId: 'x',
};

/** Starts a backend with the wide schema and the category `creed` for the tests of one file, and records its changes. */
export function setUpRows() {
  const running = setUpBackend(() => startBackend({ schema: wideSchema }));
  const changes: Change[] = [];
  beforeAll(async () => {
    running.backend.onChange((change) => changes.push(change));
    const data = { categoryName: 'Creed' };
    await owner(running.endpoint).createRow({ ...categories, rowId: 'creed', data });
  });
  beforeEach(() => {
    changes.length = 0;
  });
  return {
    /** Changes since the test began. */
    changes,
    events: () =>
      changes.map((change) => [change.action, change.kind === 'row' ? change.rowId : change.payload.$id]),
    running,
    /** The owner's SDK. */
    get tables() {
      return owner(running.endpoint);
    },
    /** Sends a request with the key, without an SDK. */
    send: (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
      sendRaw(running.endpoint, path, {
        method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'X-Appwrite-Key': KEY, ...headers },
      }),
  };
}

/** Extends `setUpRows` with helpers for transactions; each test begins with the row `old` of `things`, whose count is 5. */
export function setUpTransactions() {
  const setup = setUpRows();
  beforeEach(async () => {
    await setup.tables.upsertRow({ ...things, rowId: 'old', data: { name: 'old', count: 5 } });
    setup.changes.length = 0;
  });
  return {
    setup,
    begin: async () => (await setup.tables.createTransaction({ ttl: 60 })).$id,
    commit: (transactionId: string) => setup.tables.updateTransaction({ transactionId, commit: true }),
    rollBack: (transactionId: string) => setup.tables.updateTransaction({ transactionId, rollback: true }),
    /** Returns the name of a row of `things`, in a transaction if one is given. */
    name: async (rowId: string, transactionId?: string) =>
      (await setup.tables.getRow({ ...things, rowId, ...(transactionId ? { transactionId } : {}) })).name,
  };
}
