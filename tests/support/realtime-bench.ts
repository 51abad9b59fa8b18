import { Client, ID, Storage, TablesDB } from 'node-appwrite';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { KEY, type RunningBackend, schemaWithBuckets, startBackend } from './backend.ts';
import { openSocket, type RealtimeSocket } from './realtime-socket.ts';

export const categories = { databaseId: 'library', tableId: 'categories' };

/** A backend for the tests of one file that lets `https://friend.example` in, and sockets that end with each test. */
export function realtimeBench(buckets: Parameters<typeof schemaWithBuckets>[0] = []) {
  let running: RunningBackend;
  let opened: RealtimeSocket[] = [];
  beforeAll(async () => {
    running = await startBackend({
      schema: schemaWithBuckets(buckets),
      platformOrigins: ['https://friend.example'],
    });
  });
  afterEach(() => {
    for (const { socket } of opened) socket.terminate();
    opened = [];
  });
  afterAll(() => running.stop());

  const client = () => new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY);

  function open(search?: string, headers?: Record<string, string>): RealtimeSocket {
    const socket = openSocket(running.endpoint, search, headers);
    opened.push(socket);
    return socket;
  }

  return {
    get endpoint() {
      return running.endpoint;
    },
    /** The owner's SDK. */
    get tables() {
      return new TablesDB(client());
    },
    get storage() {
      return new Storage(client());
    },
    open,
    /** A socket with these subscriptions; its next frame is the first event. */
    async subscribed(...data: object[]): Promise<RealtimeSocket> {
      const socket = open();
      await socket.next();
      await socket.ask({ type: 'subscribe', data });
      return socket;
    },
    newCategory: (categoryName: string, rowId: string = ID.unique()) =>
      new TablesDB(client()).createRow({ ...categories, rowId, data: { categoryName } }),
  };
}
