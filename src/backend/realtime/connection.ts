import type { WebSocket } from 'ws';
import type { Json } from '../change.ts';
import { uniqueId } from '../request/ids.ts';
import { type Rate, type TokenBucket, tokensIn } from '../token-bucket.ts';
import type { Visit } from '../visit.ts';
import { type ClientFrame, parseClientFrame, type Subscribe } from './client-frame.ts';
import { createEventFilter, type EventFilter } from './event-filter.ts';
import { RealtimeError } from './realtime-error.ts';
import { serverFrame } from './server-frame.ts';

/** What one connection listens to: events on any of the channels whose payload passes the filter. */
interface Subscription {
  readonly channels: ReadonlySet<string>;
  readonly filter: EventFilter;
}

/** One open socket and what it listens to. */
export interface Connection {
  readonly socket: WebSocket;
  /** By their ids. */
  readonly subscriptions: Map<string, Subscription>;
  /** The messages that it may send, and how many were refused since the last that was taken. */
  readonly messages: TokenBucket;
  refused: number;
  /** Who opened it, where that is counted. */
  readonly visit: Visit | undefined;
  /** When its client last sent anything, in milliseconds of the monotonic clock. */
  lastSeen: number;
}

/** Appwrite's number: 32 messages a minute on one connection. */
export const messageRate: Rate = { burst: 32, perSecond: 32 / 60 };
/** Messages beyond it that are refused with an answer; after these the connection is closed. */
const maxRefusals = 5;

/** What one connection may listen to; bounds the work of every event. */
const mostChannels = 50;
const mostSubscriptions = 50;
const mostConditions = 200;

function checkBounds(subscriptions: readonly Subscription[]): void {
  const check = (name: string, most: number, size: (one: Subscription) => number) => {
    if (subscriptions.reduce((sum, one) => sum + size(one), 0) > most)
      throw new RealtimeError(1003, `items: A connection may have at most ${most} ${name}.`);
  };
  check('subscriptions', mostSubscriptions, () => 1);
  check('channels', mostChannels, ({ channels }) => channels.size);
  check('query conditions', mostConditions, ({ filter }) => filter.size);
}

/**
 * Adds subscriptions, each under its own id or a new one; the same id again is replaced. All of them or, when one is
 * refused with a `RealtimeError`, none. Returns the ids in order.
 */
export function addSubscriptions(connection: Connection, items: readonly Subscribe[]): string[] {
  const added = items.map(({ subscriptionId, channels, queries }): [string, Subscription] => [
    subscriptionId ?? uniqueId(),
    { channels: new Set(channels), filter: createEventFilter(queries) },
  ]);
  checkBounds([...new Map([...connection.subscriptions, ...added]).values()]);
  for (const [id, subscription] of added) connection.subscriptions.set(id, subscription);
  return added.map(([id]) => id);
}

/** The ids of the subscriptions that an event with these channels and this payload is for. */
export function matchingIds(
  { subscriptions }: Connection,
  channels: ReadonlySet<string>,
  payload: { readonly [key: string]: Json },
): string[] {
  return [...subscriptions]
    .filter(
      ([, wanted]) =>
        [...wanted.channels].some((channel) => channels.has(channel)) && wanted.filter.accepts(payload),
    )
    .map(([id]) => id);
}

/** Counts a message that came: whether to take it, to refuse it with a word, or to end the connection. */
export function countMessage(connection: Connection): 'taken' | 'refused' | 'over' {
  const { messages, lastSeen } = connection;
  if (tokensIn(messages, messageRate, lastSeen) >= 1) {
    messages.tokens -= 1;
    connection.refused = 0;
    return 'taken';
  }
  connection.refused += 1;
  return connection.refused > maxRefusals ? 'over' : 'refused';
}

function answerTo(connection: Connection, frame: ClientFrame): string {
  switch (frame.type) {
    case 'ping':
      return serverFrame.pong;
    case 'authentication':
      throw new RealtimeError(1003, 'Session is not valid.');
    case 'subscribe': {
      const ids = addSubscriptions(connection, frame.data);
      const subscriptions = frame.data.map((one, at) => ({ ...one, subscriptionId: ids[at] }));
      return serverFrame.response('subscribe', subscriptions);
    }
    case 'unsubscribe': {
      const removals = frame.data.map(({ subscriptionId }) => ({
        subscriptionId,
        removed: connection.subscriptions.delete(subscriptionId),
      }));
      return serverFrame.response('unsubscribe', removals);
    }
  }
}

/** The answer to a message of a client: what it asked for, or the error frame that says what was wrong with it. */
export function answerMessage(connection: Connection, text: string): string {
  try {
    return answerTo(connection, parseClientFrame(text));
  } catch (error) {
    if (error instanceof RealtimeError) return serverFrame.error(error.code, error.message);
    throw error;
  }
}
