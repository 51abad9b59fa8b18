import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Frame {
  type: string;
  data?: {
    events?: string[];
    subscriptions?: unknown;
    [key: string]: unknown;
  };
}

/** A raw client of `/v1/realtime` that is read frame by frame. */
export interface RealtimeSocket {
  readonly socket: WebSocket;
  next(): Promise<Frame>;
  send(frame: unknown): void;
  /** Sends a frame and returns the next one that comes. */
  ask(frame: unknown): Promise<Frame>;
  /** The code the server closes with. */
  closed: Promise<number>;
  /** Frames that came and were not read. */
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
    ask(frame) {
      send(frame);
      return next();
    },
    closed,
    unread: () => frames,
  };
}
