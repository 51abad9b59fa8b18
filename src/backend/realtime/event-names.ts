import type { Change } from '../change.ts';

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

/** The channels of everything of a kind. */
const plainChannels = { row: ['rows', 'documents'], file: ['files'] };

/** Every channel a change is sent on: plain, and with the action appended (docs/rules.md#realtime-events). */
export function channelsOf(change: Change): string[] {
  const named = pathsOf(change).flatMap((path) => [path.slice(0, -1).join('.'), path.join('.')]);
  const plain = [...new Set([...plainChannels[change.kind], ...named])];
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
