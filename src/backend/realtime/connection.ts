import type { WebSocket } from 'ws';
import type { Json } from '../change.ts';
import { ApiError } from '../errors.ts';
import { uniqueId } from '../request/ids.ts';
import { fullBucket, type Rate, tokensIn } from '../token-bucket.ts';
import type { Visit } from '../visit.ts';
import { type ClientFrame, parseClientFrame, type Subscribe } from './client-frame.ts';
import { createEventFilter, type EventFilter } from './event-filter.ts';
import { RealtimeError, serverFrame } from './server-frame.ts';

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
  readonly #subscriptions = new Map<string, Subscription>();
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
   * refused with a `RealtimeError`, none. Returns the ids in order.
   */
  subscribe(items: readonly Subscribe[]): string[] {
    const added = items.map(({ subscriptionId, channels, queries }): [string, Subscription] => [
      subscriptionId ?? uniqueId(),
      { channels: new Set(channels), filter: createEventFilter(queries) },
    ]);
    const all = [...new Map([...this.#subscriptions, ...added]).values()];
    for (const [name, most, size] of bounds)
      if (all.reduce((sum, one) => sum + size(one), 0) > most)
        throw new RealtimeError(1003, `items: A connection may have at most ${most} ${name}.`);
    for (const [id, subscription] of added) this.#subscriptions.set(id, subscription);
    return added.map(([id]) => id);
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

  /** Counts a message that came: whether to take it, to refuse it with a word, or to end the connection. */
  countMessage(): 'taken' | 'refused' | 'over' {
    this.lastSeen = performance.now();
    if (tokensIn(this.#messages, messageRate, this.lastSeen) >= 1) {
      this.#messages.tokens -= 1;
      this.#refused = 0;
      return 'taken';
    }
    this.#refused += 1;
    return this.#refused > maxRefusals ? 'over' : 'refused';
  }

  /** The answer to a message of a client: what it asked for, or the error frame that says what was wrong with it. */
  answer(text: string): string {
    try {
      return this.#answerTo(parseClientFrame(text));
    } catch (error) {
      if (error instanceof RealtimeError) return error.frame;
      throw error;
    }
  }

  #answerTo(frame: ClientFrame): string {
    const response = (subscriptions: object[]) =>
      serverFrame('response', { to: frame.type, success: true, subscriptions });
    if (frame.type === 'subscribe') {
      const ids = this.subscribe(frame.data);
      return response(frame.data.map((one, at) => ({ ...one, subscriptionId: ids[at] })));
    }
    if (frame.type === 'unsubscribe')
      return response(
        frame.data.map((one) => ({ ...one, removed: this.#subscriptions.delete(one.subscriptionId) })),
      );
    if (frame.type === 'ping') return serverFrame('pong');
    throw new RealtimeError(1003, 'Session is not valid.');
  }
}
