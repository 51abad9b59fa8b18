import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { createTokenBucket, type Rate, refillTokens } from '#http/token-bucket.ts';
import type { Change } from '../context.ts';
import { type OriginCheck, unknownOriginError } from '../http/cors.ts';
import { generateId } from '../http/params.ts';
import {
  createEventFilter,
  type EventFilter,
  errorFrame,
  parseClientFrame,
  type Subscribe,
  serverFrame,
} from './frames.ts';

/** The project and origins whose sockets are accepted. */
export interface OpeningRules {
  readonly projectId: string;
  readonly isAllowedOrigin: OriginCheck;
}

/** A subscription to the events of its channels that pass its filter. */
interface Subscription {
  readonly channels: ReadonlySet<string>;
  readonly filter: EventFilter;
  /** Number of characters of the channels and queries. */
  readonly length: number;
}

/** Limits of one connection, which bound the work for every event, and the memory of the connection to about one message. */
const limits: readonly [name: string, max: number, size: (subscription: Subscription) => number][] = [
  ['subscriptions', 50, () => 1],
  ['channels', 50, ({ channels }) => channels.size],
  ['query conditions', 200, ({ filter }) => filter.size],
  ['characters of channels and queries', 16_384, ({ length }) => length],
];

/** Maximum rate of messages, pings and pongs on one connection, as on Appwrite. A client that exceeds it is disconnected. */
const MESSAGE_RATE: Rate = { burst: 32, perSecond: 32 / 60 };
/** Time within which a client must confirm the close of its connection. */
const CLOSE_TIMEOUT_MS = 1000;
/** Bytes waiting to be sent above which no message is read from a client, and above which it is disconnected. */
const PAUSE_BYTES = 64 * 1024;
const MAX_UNREAD_BYTES = 1024 * 1024;
/** CPU milliseconds charged for opening a connection, for a message by its length, and for a flood of messages. */
const OPENING_COST_MS = 5;
const messageCostMs = (bytes: number) => 0.2 + bytes / 8192;
const FLOOD_COST_MS = 1000;

/** An open socket and its subscriptions. */
export type Connection = ReturnType<typeof openConnection>;

/**
 * Accepts a socket, or refuses and closes it. Charges `client` for its work. Calls `onChannels` with all channels of the connection
 * whenever they change.
 */
export function openConnection(
  socket: WebSocket,
  request: IncomingMessage,
  rules: OpeningRules,
  client: RequestContext | undefined,
  onChannels: (connection: Connection, channels: ReadonlySet<string>) => void,
) {
  let lastSeen = performance.now();
  let subscriptions: ReadonlyMap<string, Subscription> = new Map();
  const messages = createTokenBucket(MESSAGE_RATE, lastSeen);

  /** Charges the client. Returns false if its CPU budget is used up. */
  function tryCharge(milliseconds: number): boolean {
    try {
      client?.charge(milliseconds);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  function send(text: string): void {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    socket.send(text, resume);
    if (socket.bufferedAmount > PAUSE_BYTES) socket.pause();
  }

  function resume(): void {
    const isOpen = socket.readyState === socket.OPEN;
    if (isOpen && socket.isPaused && socket.bufferedAmount < PAUSE_BYTES) socket.resume();
  }

  function refuse(code: 1008 | 1013, message: string): void {
    socket.send(errorFrame(code, message));
    socket.close(code, message);
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  function setSubscriptions(newSubscriptions: ReadonlyMap<string, Subscription>): void {
    subscriptions = newSubscriptions;
    onChannels(connection, new Set([...newSubscriptions.values()].flatMap(({ channels }) => [...channels])));
  }

  /**
   * Adds subscriptions and replaces those with the same id; an item without an id gets a new one. If one is refused, throws `ApiError` and
   * changes nothing. Returns the items with their ids.
   */
  function subscribe(items: readonly Subscribe[]) {
    const itemsWithIds = items.map((item) => ({
      ...item,
      subscriptionId: item.subscriptionId ?? generateId(),
    }));
    const newSubscriptions = new Map(subscriptions);
    for (const { subscriptionId, channels, queries } of itemsWithIds)
      newSubscriptions.set(subscriptionId, {
        channels: new Set(channels),
        filter: createEventFilter(queries),
        length: [...channels, ...queries].join('').length,
      });
    for (const [name, max, size] of limits)
      if ([...newSubscriptions.values()].reduce((sum, subscription) => sum + size(subscription), 0) > max)
        throw new ApiError('general_bad_request', `items: A connection may have at most ${max} ${name}.`);
    setSubscriptions(newSubscriptions);
    return itemsWithIds;
  }

  function unsubscribe(ids: readonly string[]) {
    const newSubscriptions = new Map(subscriptions);
    const results = ids.map((subscriptionId) => ({
      subscriptionId,
      removed: newSubscriptions.delete(subscriptionId),
    }));
    setSubscriptions(newSubscriptions);
    return results;
  }

  /** Returns the response to a message: the result, or an error frame. */
  function respondTo(text: string): string {
    try {
      const frame = parseClientFrame(text);
      const response = (subscriptions: object[]) =>
        serverFrame('response', { to: frame.type, success: true, subscriptions });
      if (frame.type === 'subscribe') return response(subscribe(frame.data));
      if (frame.type === 'unsubscribe')
        return response(unsubscribe(frame.data.map(({ subscriptionId }) => subscriptionId)));
      return frame.type === 'ping' ? serverFrame('pong') : errorFrame(1003, 'Session is not valid.');
    } catch (error) {
      if (error instanceof ApiError) return errorFrame(1003, error.message);
      throw error;
    }
  }

  /** Handles one message, ping or pong. Too many close the connection with 1008, after which SDKs do not reconnect. */
  function receive(bytes: number, handle: () => void): void {
    if (socket.readyState !== socket.OPEN) return;
    lastSeen = performance.now();
    if (refillTokens(messages, MESSAGE_RATE, lastSeen) < 1) {
      tryCharge(FLOOD_COST_MS);
      refuse(1008, 'Too many messages.');
      // Even reading the rest of a flood costs CPU time.
      socket.pause();
    } else if (tryCharge(messageCostMs(bytes))) {
      messages.tokens -= 1;
      handle();
    } else refuse(1013, 'Too many requests');
  }

  const connection = {
    socket,
    lastSeen: () => lastSeen,
    /** Sends an event to the subscriptions that match it. */
    notify(change: Change, channels: ReadonlySet<string>, frame: (ids: readonly string[]) => string): void {
      const matchingSubscriptions = [...subscriptions].filter(
        ([, subscription]) =>
          [...subscription.channels].some((channel) => channels.has(channel)) &&
          subscription.filter.accepts(change.payload),
      );
      if (matchingSubscriptions.length > 0) send(frame(matchingSubscriptions.map(([id]) => id)));
    },
  };

  // After a message that is too long or not UTF-8, the ws library closes the socket itself (1009 or 1007).
  socket.on('error', () => undefined);
  if (!tryCharge(OPENING_COST_MS)) refuse(1013, 'Too many requests');
  else {
    try {
      const channels = checkOpening(request, rules);
      const initialItems = channels.length > 0 ? subscribe([{ channels, queries: [] }]) : [];
      const ids = initialItems.map(({ subscriptionId }) => subscriptionId);
      socket.send(serverFrame('connected', { channels, subscriptions: ids, user: null }));
      socket.on('ping', (data) => receive(data.length, () => socket.pong(data)));
      socket.on('pong', (data) => receive(data.length, () => undefined));
      socket.on('message', (data: Buffer) => receive(data.length, () => send(respondTo(data.toString()))));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(1008, error.message);
    }
  }
  return connection;
}

/** Returns the channels in the URL of a new socket (`channels[]=C…`). Throws `ApiError` if the socket is refused. */
function checkOpening(
  { url = '', headers: { origin, host = '' } }: IncomingMessage,
  { projectId, isAllowedOrigin }: OpeningRules,
): string[] {
  const { searchParams } = new URL(url, 'http://localhost');
  if (searchParams.get('project') !== projectId)
    throw new ApiError('general_bad_request', 'Missing or unknown project ID');
  // Non-browser clients send no Origin.
  if (origin !== undefined && !isAllowedOrigin(origin, host)) throw unknownOriginError(origin);
  const parameters = [...searchParams].filter(([name]) => /^channels\[\d*\]$/.test(name));
  return [...new Set(parameters.map(([, channel]) => channel))];
}
