import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { fullBucket, type Rate, tokensIn } from '#http/token-bucket.ts';
import { uniqueId } from '../http/params.ts';
import { parseClientFrame, type Subscribe } from './client-frame.ts';
import { createEventFilter, type EventFilter } from './event-filter.ts';
import { connectedFrame, type OpeningRules, readOpening } from './opening.ts';
import { type EventFrame, errorFrame, serverFrame } from './server-frame.ts';

/** What one connection listens to: events on any of the channels whose payload passes the filter. */
interface Subscription {
  readonly channels: ReadonlySet<string>;
  readonly filter: EventFilter;
}

/** What one connection may listen to; bounds the work of every event. */
const bounds: readonly [name: string, most: number, size: (one: Subscription) => number][] = [
  ['subscriptions', 50, () => 1],
  ['channels', 50, ({ channels }) => channels.size],
  ['query conditions', 200, ({ filter }) => filter.size],
];

/** Appwrite's number: 32 messages a minute on one connection. */
const messageRate: Rate = { burst: 32, perSecond: 32 / 60 };
/** Messages beyond it that are refused with an answer; after these the connection is closed. */
const maxRefusals = 5;
/** Milliseconds for which a connection is not read that was told to send less: reading a flood is work, whatever is answered. */
const restAfterRefusal = 1000;
/** Milliseconds in which a client may answer that its connection is closed. */
const closeTimeout = 1000;
/** Bytes a client may leave unread before no more is taken from it, and before it is dropped. */
const pauseAbove = 64 * 1024;
const maxBuffered = 1024 * 1024;
/** Milliseconds of work that count for an opening, for a message by its length, and for one that floods. */
const openingCost = 5;
const messageCost = (bytes: number) => 0.2 + bytes / 8192;
const floodCost = 1000;

/** One open socket and what it listens to. */
export type Connection = NonNullable<ReturnType<typeof openConnection>>;

/** Takes up a new socket; undefined where it is refused and closed. `client` opened it, and is charged. */
export function openConnection(
  socket: WebSocket,
  request: IncomingMessage,
  rules: OpeningRules,
  client: RequestContext | undefined,
) {
  /** When its client last sent anything, in milliseconds of the monotonic clock. */
  let lastSeen = performance.now();
  /** Nothing is read from it for a while. */
  let isResting = false;
  /** By their ids. */
  let subscriptions = new Map<string, Subscription>();
  /** The messages that it may send, and how many were refused since the last that was within their rate. */
  const messages = fullBucket(messageRate, lastSeen);
  let refused = 0;

  /** Counts work for whoever opened it: whether they may have more done. */
  function pays(cost: number): boolean {
    try {
      client?.charge(cost);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  function send(text: string): void {
    if (socket.bufferedAmount > maxBuffered) socket.terminate();
    socket.send(text, readOn);
    if (socket.bufferedAmount > pauseAbove) socket.pause();
  }

  function readOn(): void {
    if (socket.isPaused && !isResting && socket.bufferedAmount < pauseAbove) socket.resume();
  }

  /**
   * Adds subscriptions, each under its own id or a new one; the same id again is replaced. All of them or, when one is
   * refused with an `ApiError`, none. Returns them with their ids.
   */
  function subscribe<Item extends Subscribe>(items: readonly Item[]) {
    const named = items.map((item) => ({ ...item, subscriptionId: item.subscriptionId ?? uniqueId() }));
    const all = new Map(subscriptions);
    for (const { subscriptionId, channels, queries } of named)
      all.set(subscriptionId, { channels: new Set(channels), filter: createEventFilter(queries) });
    for (const [name, most, size] of bounds)
      if ([...all.values()].reduce((sum, one) => sum + size(one), 0) > most)
        throw new ApiError('general_bad_request', `items: A connection may have at most ${most} ${name}.`);
    subscriptions = all;
    return named;
  }

  /** The answer to a message of a client: what it asked for, or the error frame that says what was wrong with it. */
  function answerTo(text: string): string {
    try {
      const frame = parseClientFrame(text);
      const response = (subscriptions: object[]) =>
        serverFrame('response', { to: frame.type, success: true, subscriptions });
      if (frame.type === 'subscribe') return response(subscribe(frame.data));
      if (frame.type === 'unsubscribe')
        return response(
          frame.data.map((one) => ({ ...one, removed: subscriptions.delete(one.subscriptionId) })),
        );
      return frame.type === 'ping' ? serverFrame('pong') : errorFrame(1003, 'Session is not valid.');
    } catch (error) {
      if (error instanceof ApiError) return errorFrame(1003, error.message);
      throw error;
    }
  }

  /** Answers one message or ping, unless there were too many; whoever goes on then is not heard any more. */
  function take(bytes: number, answer: () => void) {
    if (socket.readyState !== socket.OPEN) return;
    lastSeen = performance.now();
    const isWithinRate = tokensIn(messages, messageRate, lastSeen) >= 1;
    if (isWithinRate) messages.tokens -= 1;
    refused = isWithinRate ? 0 : refused + 1;
    if (isWithinRate && pays(messageCost(bytes))) return answer();
    isResting = true;
    socket.pause();
    setTimeout(() => {
      isResting = false;
      readOn();
    }, restAfterRefusal).unref();
    if (refused <= maxRefusals) return send(errorFrame(1013, 'Too many messages.'));
    pays(floodCost);
    socket.close(1008, 'Too many messages.');
    setTimeout(() => socket.terminate(), closeTimeout).unref();
  }

  function refuse(code: 1008 | 1013, message: string): undefined {
    socket.send(errorFrame(code, message));
    socket.close(code);
  }

  // A message that is too long or no UTF-8: ws itself closes with 1009 or 1007.
  socket.on('error', () => undefined);
  if (!pays(openingCost)) return refuse(1013, 'Too many requests');
  try {
    socket.send(connectedFrame(subscribe(readOpening(request, rules))));
  } catch (error) {
    if (error instanceof ApiError) return refuse(1008, error.message);
    throw error;
  }
  socket.on('ping', (data) => take(data.length, () => socket.pong(data)));
  socket.on('pong', (data) => take(data.length, () => undefined));
  socket.on('message', (data: Buffer) => take(data.length, () => send(answerTo(data.toString()))));
  return {
    socket,
    lastSeen: () => lastSeen,
    /** Sends an event for those of its subscriptions that it is for. */
    tell({ channels, payload, forSubscriptions }: EventFrame): void {
      const wanting = [...subscriptions].filter(
        ([, wanted]) =>
          [...wanted.channels].some((channel) => channels.has(channel)) && wanted.filter.accepts(payload),
      );
      if (wanting.length > 0) send(forSubscriptions(wanting.map(([id]) => id)));
    },
  };
}
