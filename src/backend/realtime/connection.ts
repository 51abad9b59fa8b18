import type { WebSocket } from 'ws';
import type { Json } from '../change.ts';
import { ApiError } from '../errors.ts';
import { uniqueId } from '../request/ids.ts';
import { fullBucket, type Rate, tokensIn } from '../token-bucket.ts';
import type { Visit } from '../visit.ts';
import { parseClientFrame, type Subscribe } from './client-frame.ts';
import { createEventFilter, type EventFilter } from './event-filter.ts';
import { errorFrame, serverFrame } from './server-frame.ts';

/** What one connection listens to: events on any of the channels whose payload passes the filter. */
interface Subscription {
  readonly channels: ReadonlySet<string>;
  readonly filter: EventFilter;
}

/** Appwrite's number: 32 messages a minute on one connection. */
const messageRate: Rate = { burst: 32, perSecond: 32 / 60 };
/** Messages beyond it that are refused with an answer; after these the connection is closed. */
const maxRefusals = 5;

/** What one connection may listen to; bounds the work of every event. */
const bounds: readonly [name: string, most: number, size: (one: Subscription) => number][] = [
  ['subscriptions', 50, () => 1],
  ['channels', 50, ({ channels }) => channels.size],
  ['query conditions', 200, ({ filter }) => filter.size],
];

/** One open socket and what it listens to. */
export class Connection {
  readonly socket: WebSocket;
  /** When its client last sent anything, in milliseconds of the monotonic clock. */
  lastSeen = performance.now();
  /** Nothing is read from it for a while. */
  isResting = false;
  /** Who opened it, where that is counted. */
  readonly #visit: Visit | undefined;
  /** By their ids. */
  #subscriptions = new Map<string, Subscription>();
  /** The messages that it may send, and how many were refused since the last that was taken. */
  readonly #messages = fullBucket(messageRate, this.lastSeen);
  #refused = 0;

  constructor(socket: WebSocket, visit: Visit | undefined) {
    this.socket = socket;
    this.#visit = visit;
  }

  /** Counts work for whoever opened it: whether they may have more done. */
  pays(cost: number): boolean {
    try {
      this.#visit?.pass(cost);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /**
   * Adds subscriptions, each under its own id or a new one; the same id again is replaced. All of them or, when one is
   * refused with an `ApiError`, none. Returns them with their ids.
   */
  subscribe<Item extends Subscribe>(items: readonly Item[]) {
    const named = items.map((item) => ({ ...item, subscriptionId: item.subscriptionId ?? uniqueId() }));
    const all = new Map(this.#subscriptions);
    for (const { subscriptionId, channels, queries } of named)
      all.set(subscriptionId, { channels: new Set(channels), filter: createEventFilter(queries) });
    for (const [name, most, size] of bounds)
      if ([...all.values()].reduce((sum, one) => sum + size(one), 0) > most)
        throw new ApiError('general_bad_request', `items: A connection may have at most ${most} ${name}.`);
    this.#subscriptions = all;
    return named;
  }

  /** The ids of the subscriptions that an event with these channels and this payload is for. */
  matchingIds(channels: ReadonlySet<string>, payload: { readonly [key: string]: Json }): string[] {
    return [...this.#subscriptions]
      .filter(
        ([, wanted]) =>
          [...wanted.channels].some((channel) => channels.has(channel)) && wanted.filter.accepts(payload),
      )
      .map(([id]) => id);
  }

  /** Counts a message that came, and its work: whether to take it, to refuse it with a word, or to end the connection. */
  countMessage(cost: number): 'taken' | 'refused' | 'over' {
    this.lastSeen = performance.now();
    if (tokensIn(this.#messages, messageRate, this.lastSeen) >= 1) {
      this.#messages.tokens -= 1;
      this.#refused = 0;
      return this.pays(cost) ? 'taken' : 'refused';
    }
    this.#refused += 1;
    return this.#refused > maxRefusals ? 'over' : 'refused';
  }

  /** The answer to a message of a client: what it asked for, or the error frame that says what was wrong with it. */
  answer(text: string): string {
    try {
      const frame = parseClientFrame(text);
      const response = (subscriptions: object[]) =>
        serverFrame('response', { to: frame.type, success: true, subscriptions });
      if (frame.type === 'subscribe') return response(this.subscribe(frame.data));
      if (frame.type === 'unsubscribe')
        return response(
          frame.data.map((one) => ({ ...one, removed: this.#subscriptions.delete(one.subscriptionId) })),
        );
      return frame.type === 'ping' ? serverFrame('pong') : errorFrame(1003, 'Session is not valid.');
    } catch (error) {
      if (error instanceof ApiError) return errorFrame(1003, error.message);
      throw error;
    }
  }
}
