import type { Change } from '../change.ts';
import { dateText } from '../date-text.ts';

/** A frame that the server sends (docs/rules.md#realtime-frames), as JSON text. */
export function serverFrame(type: 'connected' | 'response' | 'error' | 'pong', data?: object): string {
  return JSON.stringify({ type, data });
}

/** A refusal with a code and a text of docs/rules.md#realtime-errors. */
export function errorFrame(code: 1003 | 1008 | 1013, message: string): string {
  return serverFrame('error', { code, message });
}

/** Collections, each followed by an id: the same row under each name Appwrite has had for it, newest first. */
function pathsOf(change: Change): string[][] {
  if (change.kind === 'file') return [['buckets', change.bucketId, 'files', change.fileId]];
  const { databaseId, tableId, rowId } = change;
  return [
    ['tablesdb', databaseId, 'tables', tableId, 'rows', rowId],
    ['databases', databaseId, 'collections', tableId, 'documents', rowId],
    ['databases', databaseId, 'tables', tableId, 'rows', rowId],
  ];
}

/** Every channel a change is sent on: plain, and with the action appended (docs/rules.md#realtime-events). */
export function channelsOf(change: Change): string[] {
  const named = pathsOf(change).flatMap((path) => [path.slice(0, -1).join('.'), path.join('.')]);
  const ofKind = change.kind === 'row' ? ['rows', 'documents'] : ['files'];
  const plain = [...new Set([...ofKind, ...named])];
  return [...plain, ...plain.map((channel) => `${channel}.${change.action}`)];
}

/** `databases.D.tables.T` as named, then with each combination of ids replaced by `*`. */
function withWildcards(path: readonly string[]): string[] {
  return path.reduce<string[]>(
    (names, part, at) => {
      const parts = at % 2 === 0 ? [part] : [part, '*'];
      return parts.flatMap((last) => names.map((name) => (name ? `${name}.${last}` : last)));
    },
    [''],
  );
}

/** The `events` list of a change, most specific first (docs/rules.md#realtime-events). */
export function eventNames(change: Change): string[] {
  const lists = pathsOf(change).map((path) => {
    const names = withWildcards(path).map((name) => `${name}.${change.action}`);
    for (let end = path.length; end > 0; end -= 2) names.push(...withWildcards(path.slice(0, end)));
    return names;
  });
  const interleaved = (lists[0] ?? []).flatMap((_, at) => lists.map((list) => list[at] ?? ''));
  return [...new Set(interleaved)];
}

export type EventFrame = ReturnType<typeof eventFrame>;

/** Makes the `event` frame of a change that was committed at `date`: serialised once for all connections; each adds its own subscription ids. */
export function eventFrame(change: Change, date: Date) {
  const channels = channelsOf(change);
  const event = { events: eventNames(change), channels, timestamp: dateText(date), payload: change.payload };
  const head = `{"type":"event","data":${JSON.stringify(event).slice(0, -1)},"subscriptions":`;
  return {
    channels: new Set(channels),
    payload: change.payload,
    forSubscriptions: (ids: readonly string[]) => `${head}${JSON.stringify(ids)}}}`,
  };
}
