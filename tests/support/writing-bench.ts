import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Change } from '#backend/context.ts';
import { KEY, type RunningBackend, startBackend } from './backend.ts';
import { owner, raw } from './clients.ts';
import { wideSchema } from './wide-schema.ts';

export const categories = { databaseId: 'library', tableId: 'categories' };
export const files = { databaseId: 'library', tableId: 'files' };
export const things = { databaseId: 'library', tableId: 'things' };
export const links = { databaseId: 'library', tableId: 'links' };

/** A row that fits `files`. */
export const lesson: object = {
  url: 'https://example.org/x.pdf',
  fileName: 'x.pdf',
  fileSize: 7,
  fileId: 'x',
};

/** A backend with the wide schema for the tests of one file, with the category `creed`, and its change events. */
export function writingBench() {
  let running: RunningBackend;
  const changes: Change[] = [];
  beforeAll(async () => {
    running = await startBackend({ schema: wideSchema });
    running.backend.onChange((change) => changes.push(change));
    const data = { categoryName: 'Creed' };
    await owner(running.endpoint).createRow({ ...categories, rowId: 'creed', data });
  });
  afterAll(() => running.stop());
  beforeEach(() => {
    changes.length = 0;
  });
  return {
    /** Changes since the test began. */
    changes,
    heard: () =>
      changes.map((change) => [change.action, change.kind === 'row' ? change.rowId : change.payload.$id]),
    get running() {
      return running;
    },
    /** The owner's SDK. */
    get tables() {
      return owner(running.endpoint);
    },
    /** A request with the key, without an SDK between. */
    send: (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
      raw(running.endpoint, path, {
        method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'X-Appwrite-Key': KEY, ...headers },
      }),
  };
}
