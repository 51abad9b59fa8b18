import { RealtimeError } from './realtime-error.ts';

/** What a client asks to listen to; the id is its own or, when undefined, is to be made. */
export interface SubscribeItem {
  subscriptionId: string | undefined;
  channels: string[];
  queries: string[];
}

/** A frame sent by a client (docs/rules.md#realtime-frames). */
export type ClientFrame =
  | { type: 'ping' }
  | { type: 'subscribe'; items: SubscribeItem[] }
  | { type: 'unsubscribe'; ids: string[] }
  | { type: 'authentication' };

type Fields = Record<string, unknown>;

const subscriptionIdPattern = /^[A-Za-z0-9_.-]{1,36}$/;

function fail(message: string): never {
  throw new RealtimeError(1003, message);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function itemsOf(frame: Fields): unknown[] {
  if (frame.data === undefined || frame.data === null) fail('Payload is not valid. Items is required');
  if (!Array.isArray(frame.data) || frame.data.length === 0) fail('items: Payload is not valid.');
  return frame.data;
}

function subscribeItem(item: unknown): SubscribeItem {
  if (!isObject(item)) fail('items: Each subscribe payload must be an object.');
  const { channels, queries = [], subscriptionId } = item;
  if (channels === undefined) fail('items: channels is not present in payload.');
  if (!Array.isArray(channels)) fail('items: channels is not a valid array.');
  if (!isStrings(channels)) fail('items: channels must contain only strings.');
  if (!isStrings(queries)) fail('items: queries is not a valid array.');
  const id = subscriptionId === null ? undefined : subscriptionId;
  if (id !== undefined && (typeof id !== 'string' || !subscriptionIdPattern.test(id))) {
    fail('items: subscriptionId is not a valid id.');
  }
  return { subscriptionId: id, channels, queries };
}

function unsubscribeId(item: unknown): string {
  const id = isObject(item) ? item.subscriptionId : undefined;
  if (typeof id !== 'string' || id === '') {
    fail('items: Each unsubscribe payload must include a non-empty subscriptionId.');
  }
  return id;
}

/** Reads a frame of a client. Throws `RealtimeError` 1003 with the text of docs/rules.md#realtime-errors; a batch is refused whole. */
export function parseClientFrame(text: string): ClientFrame {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    fail('Message format is not valid.');
  }
  if (!isObject(frame) || (frame.type === undefined && frame.data === undefined)) {
    fail('Message format is not valid.');
  }
  switch (frame.type) {
    case 'ping':
    case 'authentication':
      return { type: frame.type };
    case 'subscribe':
      return { type: 'subscribe', items: itemsOf(frame).map(subscribeItem) };
    case 'unsubscribe':
      return { type: 'unsubscribe', ids: itemsOf(frame).map(unsubscribeId) };
    default:
      return fail('Message type is not valid.');
  }
}
