import fc from 'fast-check';
import { Query } from 'node-appwrite';
import { codePoint } from '../../support/code-point.ts';

export const words = (text: string) => text.split(' ');

export const hostileValue = fc.constantFrom<unknown>(
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
export const knownTexts = fc.constantFrom(
  ...words('library files categories things links mixed secret closed lesson1 creed pdfs minbar'),
  ...words(
    'fileName fileSize category categoryName category.categoryName $sequence $createdAt category.$id tags count day open',
  ),
);
const scalar = fc.oneof(
  knownTexts,
  hostileValue,
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.double(),
  fc.string({ unit: codePoint, maxLength: 8 }),
);
export const printValue = (value: unknown) =>
  typeof value === 'string' ? value : String(JSON.stringify(value));
export const value: fc.Arbitrary<unknown> = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }));

const method = fc.constantFrom(
  ...words('equal notEqual lessThan greaterThanEqual between notBetween isNull isNotNull startsWith'),
  ...words('endsWith notStartsWith contains containsAny containsAll notContains search notSearch or and'),
  ...words('orderAsc orderDesc orderRandom limit offset cursorAfter cursorBefore select regex elemMatch'),
);
const { query } = fc.letrec((tie) => ({
  query: fc.record(
    {
      method: fc.oneof({ weight: 9, arbitrary: method }, { weight: 1, arbitrary: hostileValue }),
      attribute: fc.oneof({ weight: 4, arbitrary: knownTexts }, { weight: 1, arbitrary: hostileValue }),
      values: fc.oneof(
        { depthSize: 'small', maxDepth: 5 },
        fc.array(value, { maxLength: 3 }),
        hostileValue,
        fc.array(tie('query'), { maxLength: 3 }),
      ),
    },
    { requiredKeys: [] },
  ),
}));

/** Generates text with a character inserted, two removed, or two replaced by one, at a random place; sometimes unchanged. */
export const mutatedText = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.nat(), fc.constantFrom('', '"', '{', '\\', '\u0000', '%', 'é'), fc.boolean())
    .map(([original, at, inserted, keep]) => {
      const position = at % (original.length + 1);
      return original.slice(0, position) + inserted + original.slice(keep ? position : position + 2);
    });
const validQuery = fc.constantFrom(
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
  validQuery,
  mutatedText(validQuery),
  query.map((part) => JSON.stringify(part)),
);
export const search = fc
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
        { weight: 1, arbitrary: mutatedText(queryText) },
        { weight: 1, arbitrary: scalar.map(printValue) },
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => new URLSearchParams(pairs).toString());
