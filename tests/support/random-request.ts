import fc from 'fast-check';
import { Query } from 'node-appwrite';
import { KEY } from './backend.ts';

const words = (text: string) => text.split(' ');

const nasty = fc.constantFrom<unknown>(
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    ' ',
    '..',
    '../../etc/passwd',
    '%00',
    '\u0000',
    '\ud800',
  ],
  ...[
    '_id',
    '_version',
    '$id',
    '$sequence',
    '$permissions',
    "x' OR 1=1 --",
    '";DROP TABLE meta;--',
    '\u202e',
    'ﷺ',
    'unique()',
  ],
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -1e-308,
    2 ** 53,
    2 ** 64,
    [],
    {},
    [[]],
    [null],
    { $id: 'creed' },
    { toString: 1 },
  ],
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
);
const known = fc.constantFrom(
  ...words('library files categories things links mixed secret closed lesson1 creed pdfs minbar'),
  ...words(
    'fileName fileSize category categoryName category.categoryName $sequence $createdAt category.$id tags count day open',
  ),
);
const scalar = fc.oneof(
  known,
  nasty,
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const shown = (one: unknown) => (typeof one === 'string' ? one : String(JSON.stringify(one)));
const value: fc.Arbitrary<unknown> = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }));

const method = fc.constantFrom(
  ...words('equal notEqual lessThan greaterThanEqual between notBetween isNull isNotNull startsWith'),
  ...words('endsWith notStartsWith contains containsAny containsAll notContains search notSearch or and'),
  ...words('orderAsc orderDesc orderRandom limit offset cursorAfter cursorBefore select regex elemMatch'),
);
const { query } = fc.letrec((tie) => ({
  query: fc.record(
    {
      method: fc.oneof({ weight: 9, arbitrary: method }, { weight: 1, arbitrary: nasty }),
      attribute: fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: nasty }),
      values: fc.oneof(
        { depthSize: 'small', maxDepth: 5 },
        fc.array(value, { maxLength: 3 }),
        nasty,
        fc.array(tie('query'), { maxLength: 3 }),
      ),
    },
    { requiredKeys: [] },
  ),
}));

/** Text with a few characters cut, doubled or changed. */
const mutated = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.nat(), fc.constantFrom('', '"', '{', '\\', '\u0000', '%', 'é'), fc.boolean())
    .map(([whole, at, sign, keep]) => {
      const place = at % (whole.length + 1);
      return whole.slice(0, place) + sign + whole.slice(keep ? place : place + 2);
    });
const right = fc.constantFrom(
  Query.equal('fileSize', [1, 2]),
  Query.contains('fileName', ['lesson', '%']),
  Query.search('fileName', 'spider man'),
  Query.or([Query.isNull('category'), Query.equal('category.$id', 'creed')]),
  Query.select(['*', 'category.*']),
  Query.orderDesc('$createdAt'),
  Query.cursorAfter('lesson2'),
  Query.equal('$sequence', '2'),
  Query.between('fileSize', 1, 2),
  Query.limit(2),
);
const queryText = fc.oneof(
  right,
  mutated(right),
  query.map((one) => JSON.stringify(one)),
);
const search = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'queries[0]',
        'queries[]',
        'queries[7]',
        'queries',
        'queries[__proto__]',
        'total',
        'ttl',
        'transactionId',
        'project',
      ),
      fc.oneof(
        { weight: 6, arbitrary: queryText },
        { weight: 1, arbitrary: mutated(queryText) },
        { weight: 1, arbitrary: scalar.map(shown) },
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => new URLSearchParams(pairs).toString());

const escaped = (text: string) => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
};
/** Mostly one of the names that exist, else anything. */
const segment = (...names: string[]) =>
  fc
    .oneof(
      { weight: 12, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: known },
      { weight: 1, arbitrary: nasty.map(shown) },
    )
    .map(escaped);
const table = segment('files', 'categories', 'things', 'links', 'mixed');
const row = segment('lesson1', 'lesson2', 'creed', 'fiqh', 'bare');
const rows = fc
  .tuple(segment('library'), table)
  .map(([database, one]) => `/tablesdb/${database}/tables/${one}/rows`);
const oneRow = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(rows, row).map((parts) => parts.join('/')) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('files/rows/lesson1', 'files/rows/lesson2', 'categories/rows/fiqh')
      .map((end) => `/tablesdb/library/tables/${end}`),
  },
);
const path = fc.oneof(
  { weight: 4, arbitrary: rows },
  { weight: 3, arbitrary: oneRow },
  {
    weight: 1,
    arbitrary: fc
      .tuple(oneRow, segment('fileSize', 'count', 'ratio'), segment('increment', 'decrement'))
      .map((parts) => parts.join('/')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(segment('nobody'), segment('operations'))
      .map(([id, end]) => `/tablesdb/transactions/${id}/${end}`),
  },
  { weight: 1, arbitrary: fc.constant('/tablesdb/transactions') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(segment('pdfs'), segment('x'))
      .map(([bucket, file]) => `/storage/buckets/${bucket}/files/${file}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(segment('ping', 'health', 'tablesdb', 'storage'), { maxLength: 6 })
      .map((parts) => `/${parts.join('/')}`),
  },
);

const columns = fc.constantFrom(
  ...words(
    'url fileName fileSize fileId category name count tags categoryName $id $createdAt $permissions nope',
  ),
);
const lesson = { url: 'https://x.example', fileName: 'x.pdf', fileSize: 1, fileId: 'x' };
const fitting = fc.constantFrom<object>(
  lesson,
  { ...lesson, category: 'creed' },
  { categoryName: 'x' },
  { name: 'x' },
  { word: 'x' },
  { parent: null },
);
const data = fc.oneof(
  { weight: 4, arbitrary: fitting },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fitting, fc.dictionary(columns, value, { maxKeys: 2 }))
      .map(([one, more]) => ({ ...one, ...more })),
  },
  { weight: 1, arbitrary: nasty },
);
const body = fc.oneof(
  fc.record({ rowId: fc.oneof(fc.constant('unique()'), value), data }, { requiredKeys: ['rowId', 'data'] }),
  fc.dictionary(
    fc.constantFrom(
      ...words('rowId data rows permissions transactionId queries value max operations commit ttl'),
    ),
    fc.oneof(data, value, fc.array(data, { maxLength: 3 })),
    { maxKeys: 4 },
  ),
);
const bodyText = fc.oneof(
  { weight: 8, arbitrary: body.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: mutated(body.map((one) => JSON.stringify(one))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'null',
      '[]',
      '"x"',
      '{"__proto__":{"polluted":1}}',
      '['.repeat(9999),
      '\u0000',
    ),
  },
);

const headers = fc.record(
  {
    'X-Appwrite-Project': fc.constantFrom(...Array(30).fill('minbar'), '', '__proto__'),
    'X-Appwrite-Key': fc.constantFrom(...Array(8).fill(KEY), 'bogus', ''),
    'X-Appwrite-Timestamp': fc.constantFrom('2026-01-01T00:00:00Z', 'x', '9999-99-99'),
    'X-Appwrite-Response-Format': fc.constantFrom('1.8.0', '2.0.0', '99999999999999999999.0.0', '__proto__'),
    Origin: fc.constantFrom(
      ...Array(20).fill('http://localhost'),
      'null',
      'https://evil.example',
      '\u00e9',
      'http://[',
    ),
  },
  { requiredKeys: ['X-Appwrite-Project'] },
);

/** Any request at all, most of them near to one that makes sense. */
export const randomRequest = fc.record({
  verb: fc.constantFrom(...words('GET GET GET GET GET POST POST PUT PATCH DELETE OPTIONS HEAD')),
  path,
  search,
  body: bodyText,
  headers,
});
