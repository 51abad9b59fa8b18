import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Visit } from '../visit.ts';
import { type ClientFrame, parseClientFrame, type SubscribeItem } from './client-frame.ts';
import { createEventFilter } from './event-filter.ts';
import type { MessageAllowance } from './message-allowance.ts';
import { RealtimeError } from './realtime-error.ts';
import { serverFrame } from './server-frame.ts';
import type { Subscription } from './subscription.ts';

/** One open socket and what it listens to. */
export interface Connection {
  readonly socket: WebSocket;
  readonly subscriptions: Map<string, Subscription>;
  readonly allowance: MessageAllowance;
  /** Who opened it, where that is counted. */
  readonly visit: Visit | undefined;
  /** When its client was last heard of, in milliseconds of a clock that never goes back. */
  heardAt: number;
}

/** What one connection may listen to; bounds the work of every event. */
const mostChannels = 50;
const mostSubscriptions = 50;
const mostConditions = 200;

function sum(subscriptions: Iterable<Subscription>, size: (one: Subscription) => number): number {
  let total = 0;
  for (const one of subscriptions) total += size(one);
  return total;
}

function checkBounds(subscriptions: ReadonlyMap<string, Subscription>): void {
  const bounds: [name: string, count: number, most: number][] = [
    ['subscriptions', subscriptions.size, mostSubscriptions],
    ['channels', sum(subscriptions.values(), ({ channels }) => channels.size), mostChannels],
    ['query conditions', sum(subscriptions.values(), ({ filter }) => filter.size), mostConditions],
  ];
  for (const [name, count, most] of bounds) {
    if (count > most) throw new RealtimeError(1003, `items: A connection may have at most ${most} ${name}.`);
  }
}

/**
 * Adds subscriptions, each under its own id or a new one; the same id again is replaced. All of them or, when one is
 * refused with a `RealtimeError`, none. Returns the ids in order.
 */
export function addSubscriptions(connection: Connection, items: readonly SubscribeItem[]): string[] {
  const added = items.map(({ subscriptionId, channels, queries }) => ({
    id: subscriptionId ?? randomBytes(10).toString('hex'),
    channels: new Set(channels),
    filter: createEventFilter(queries),
  }));
  const byId = (one: Subscription): [string, Subscription] => [one.id, one];
  const next = new Map([...connection.subscriptions, ...added.map(byId)]);
  checkBounds(next);
  for (const [id, subscription] of next) connection.subscriptions.set(id, subscription);
  return added.map(({ id }) => id);
}

function answerTo(connection: Connection, frame: ClientFrame): string {
  switch (frame.type) {
    case 'ping':
      return serverFrame.pong;
    case 'authentication':
      throw new RealtimeError(1003, 'Session is not valid.');
    case 'subscribe': {
      const ids = addSubscriptions(connection, frame.items);
      const subscriptions = frame.items.map(({ channels, queries }, i) => ({
        subscriptionId: ids[i],
        channels,
        queries,
      }));
      return serverFrame.response('subscribe', subscriptions);
    }
    case 'unsubscribe': {
      const removals = frame.ids.map((subscriptionId) => ({
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
