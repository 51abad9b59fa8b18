import { once } from 'node:events';
import { Client, ID, Storage, TablesDB } from 'node-appwrite';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { KEY, schemaWithBuckets, startBackend } from '../../support/backend.ts';
import { setUpBackend } from '../../support/backend-setup.ts';

export interface Frame {
  type: string;
  data?: {
    events?: string[];
    subscriptions?: unknown;
    [key: string]: unknown;
  };
}

/** A raw client of `/v1/realtime`, read frame by frame. */
export interface RealtimeSocket {
  readonly socket: WebSocket;
  next(): Promise<Frame>;
  send(frame: unknown): void;
  /** Sends a frame and returns the next frame that was not read. */
  request(frame: unknown): Promise<Frame>;
  /** Resolves with the close code; 1006 if the server sent none. */
  closed: Promise<number>;
  /** Returns received frames that were not read. */
  unread(): Frame[];
}

/** Opens a socket to an endpoint such as `http://localhost:1234/v1`; `search` is the query of the URL. */
export function openSocket(
  endpoint: string,
  search = 'project=minbar',
  headers: Record<string, string> = {},
): RealtimeSocket {
  const socket = new WebSocket(`${endpoint.replace('http', 'ws')}/realtime?${search}`, { headers });
  const frames: Frame[] = [];
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    socket.emit('frame');
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));

  async function next(): Promise<Frame> {
    while (frames.length === 0) await once(socket, 'frame');
    return frames.shift() as Frame;
  }
  function send(frame: unknown): void {
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }
  return {
    socket,
    next,
    send,
    request(frame) {
      send(frame);
      return next();
    },
    closed,
    unread: () => frames,
  };
}

export const categories = { databaseId: 'library', tableId: 'categories' };

/** Starts a backend, which allows the origin `https://friend.example`, for the tests of one file. Closes its sockets after each test. */
export function setUpRealtime(buckets: Parameters<typeof schemaWithBuckets>[0] = []) {
  const running = setUpBackend(() =>
    startBackend({ schema: schemaWithBuckets(buckets), platformOrigins: ['https://friend.example'] }),
  );
  let sockets: RealtimeSocket[] = [];
  afterEach(() => {
    for (const { socket } of sockets) socket.terminate();
    sockets = [];
  });

  const client = () => new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY);

  function open(search?: string, headers?: Record<string, string>): RealtimeSocket {
    const socket = openSocket(running.endpoint, search, headers);
    sockets.push(socket);
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
    /** Opens a socket with these subscriptions; its next frame is the first event. */
    async subscribed(...data: object[]): Promise<RealtimeSocket> {
      const socket = open();
      await socket.next();
      await socket.request({ type: 'subscribe', data });
      return socket;
    },
    newCategory: (categoryName: string, rowId: string = ID.unique()) =>
      new TablesDB(client()).createRow({ ...categories, rowId, data: { categoryName } }),
  };
}
