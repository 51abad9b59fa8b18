import type { Change } from '../change.ts';

type Step = readonly [collection: string, id: string];

/** The same row under each name Appwrite has had for it, newest first. */
function pathsOf(change: Change): Step[][] {
  if (change.kind === 'file') {
    return [
      [
        ['buckets', change.bucketId],
        ['files', change.fileId],
      ],
    ];
  }
  if (change.kind === 'bucket') return [[['buckets', change.bucketId]]];
  const { databaseId, tableId, rowId } = change;
  return [
    [
      ['tablesdb', databaseId],
      ['tables', tableId],
      ['rows', rowId],
    ],
    [
      ['databases', databaseId],
      ['collections', tableId],
      ['documents', rowId],
    ],
    [
      ['databases', databaseId],
      ['tables', tableId],
      ['rows', rowId],
    ],
  ];
}

/** The channels of everything of a kind. */
const plainChannels = { row: ['rows', 'documents'], file: ['files'], bucket: [] };

/** Every channel a change is sent on: plain, and with the action appended (docs/rules.md#realtime-events). */
export function channelsOf(change: Change): string[] {
  const plain = new Set(plainChannels[change.kind]);
  for (const path of pathsOf(change)) {
    const name = path.flat().join('.');
    plain.add(name.slice(0, name.lastIndexOf('.')));
    plain.add(name);
  }
  return [...plain, ...[...plain].map((channel) => `${channel}.${change.action}`)];
}

/** `databases.D.tables.T` as named, then with each combination of ids replaced by `*`. */
function withWildcards(path: Step[]): string[] {
  return path.reduce<string[]>(
    (names, [collection, id]) =>
      [id, '*'].flatMap((last) => names.map((name) => `${name}${name && '.'}${collection}.${last}`)),
    [''],
  );
}

function namesOfPath(path: Step[], action: Change['action']): string[] {
  const whole = withWildcards(path);
  const shorter = path.map((_, i) => withWildcards(path.slice(0, path.length - i)));
  return [...whole.map((name) => `${name}.${action}`), ...shorter.flat()];
}

/** The `events` list of a change, most specific first (docs/rules.md#realtime-events). */
export function eventNames(change: Change): string[] {
  const lists = pathsOf(change).map((path) => namesOfPath(path, change.action));
  const interleaved = (lists[0] ?? []).flatMap((_, i) => lists.map((list) => list[i] ?? ''));
  return [...new Set(interleaved)];
}
