import fc from 'fast-check';
import { KEY } from '../../support/backend.ts';

import { hostileValue, knownTexts, mutatedText, printValue, search, value, words } from './random-search.ts';

const escaped = (text: string) => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
};
/** Generates one of the names most of the time, otherwise another known name or a hostile value; escaped for a path. */
const segment = (...names: string[]) =>
  fc
    .oneof(
      { weight: 12, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: knownTexts },
      { weight: 1, arbitrary: hostileValue.map(printValue) },
    )
    .map(escaped);
const table = segment('files', 'categories', 'things', 'links', 'mixed');
const row = segment('lesson1', 'lesson2', 'creed', 'fiqh', 'bare');
const rows = fc
  .tuple(segment('library'), table)
  .map(([database, table]) => `/tablesdb/${database}/tables/${table}/rows`);
const singleRow = fc.oneof(
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
  { weight: 3, arbitrary: singleRow },
  {
    weight: 1,
    arbitrary: fc
      .tuple(singleRow, segment('fileSize', 'count', 'ratio'), segment('increment', 'decrement'))
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
const validData = fc.constantFrom<object>(
  lesson,
  { ...lesson, category: 'creed' },
  { categoryName: 'x' },
  { name: 'x' },
  { word: 'x' },
  { parent: null },
);
const data = fc.oneof(
  { weight: 4, arbitrary: validData },
  {
    weight: 3,
    arbitrary: fc
      .tuple(validData, fc.dictionary(columns, value, { maxKeys: 2 }))
      .map(([valid, extra]) => ({ ...valid, ...extra })),
  },
  { weight: 1, arbitrary: hostileValue },
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
  { weight: 8, arbitrary: body.map((json) => JSON.stringify(json)) },
  { weight: 1, arbitrary: mutatedText(body.map((json) => JSON.stringify(json))) },
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

/** Generates any request, usually similar to a valid one. */
export const randomRequest = fc.record({
  verb: fc.constantFrom(...words('GET GET GET GET GET POST POST PUT PATCH DELETE OPTIONS HEAD')),
  path,
  search,
  body: bodyText,
  headers,
});
