import { describe, expect, it } from 'vitest';
import { errorOf } from '../support/clients.ts';
import { files, setUpRows, things } from './support/row-setup.ts';

const setup = setUpRows();

describe('the structure check', () => {
  const valid = { name: 'x' };
  const cases: [data: object, problem: string][] = [
    [{ count: 3 }, 'Missing required attribute "name"'],
    [{ name: null }, 'Missing required attribute "name"'],
    [{ ...valid, nope: 1 }, 'Unknown attribute: "nope"'],
    [{ ...valid, $nope: 1 }, 'Unknown attribute: "$nope"'],
    [JSON.parse('{"name":"x","__proto__":{"polluted":1}}'), 'Unknown attribute: "__proto__"'],
    [{ ...valid, constructor: 1 }, 'Unknown attribute: "constructor"'],
    [
      { name: 7 },
      'Attribute "name" has invalid type. Value must be a valid string and no longer than 5 chars',
    ],
    [
      { name: '123456' },
      'Attribute "name" has invalid type. Value must be a valid string and no longer than 5 chars',
    ],
    [
      { ...valid, count: 11 },
      'Attribute "count" has invalid format. Value must be a valid range between 1 and 10',
    ],
    [{ ...valid, ratio: 'x' }, 'Attribute "ratio" has invalid type. Value must be a valid float'],
    [{ ...valid, open: 1 }, 'Attribute "open" has invalid type. Value must be a valid boolean'],
    [{ ...valid, day: '16/01/2024' }, 'Attribute "day" has invalid type. Value must be valid date'],
    [{ ...valid, link: 'no url' }, 'Attribute "link" has invalid format. Value must be a valid URL'],
    [
      { ...valid, mail: 'nobody' },
      'Attribute "mail" has invalid format. Value must be a valid email address',
    ],
    [
      { ...valid, address: '1.2.3' },
      'Attribute "address" has invalid format. Value must be a valid IP address',
    ],
    [{ ...valid, size: 'huge' }, 'Attribute "size" has invalid format. Value must be one of (small, large)'],
    [{ ...valid, tags: 'red' }, 'Attribute "tags" must be an array'],
    [
      { ...valid, tags: ['red', 7] },
      'Attribute "tags[\'1\']" has invalid type. Value must be a valid string and no longer than 10 chars',
    ],
  ];
  it.each(cases)('refuses %j', async (data, problem) => {
    const { status, json } = await setup.send(
      'POST',
      '/tablesdb/library/tables/things/rows',
      `{"rowId":"unique()","data":${JSON.stringify(data)}}`,
    );
    expect([status, json.type, json.message]).toEqual([
      400,
      'row_invalid_structure',
      `Invalid document structure: ${problem}`,
    ]);
  });

  it('counts lengths in code points', async () => {
    expect(
      (await setup.tables.createRow({ ...things, rowId: 'units', data: { name: '👍👍👍👍👍' } })).name,
    ).toBe('👍👍👍👍👍');
  });

  it('names the first invalid column in the schema’s order', async () => {
    const call = setup.tables.createRow({ ...files, rowId: 'x', data: { fileId: 'x' } });
    expect(await errorOf(call)).toBe(
      '400 row_invalid_structure: Invalid document structure: Missing required attribute "url"',
    );
  });

  it('returns every kind of value unchanged, except dates, which are in UTC', async () => {
    const data = {
      name: 'all',
      count: 10,
      ratio: 0.1,
      open: false,
      link: 'https://x.example/é',
      mail: 'a@b.example',
      address: '::1',
      size: 'small',
      tags: ['a', 'b'],
    };
    const row = await setup.tables.createRow({
      ...things,
      rowId: 'all',
      data: { ...data, day: '2026-01-02T03:04:05+03:00' },
    });
    expect(row).toMatchObject({ ...data, day: '2026-01-02T00:04:05.000+00:00' });
  });

  it('enforces a unique index', async () => {
    await setup.tables.createRow({ ...things, rowId: 'code1', data: { name: 'x', code: 'one' } });
    const call = setup.tables.createRow({ ...things, rowId: 'code2', data: { name: 'x', code: 'one' } });
    expect(await errorOf(call)).toBe(
      '409 row_unique_constraint_violation: Row violates a unique column constraint. Try again with different value(s).',
    );
  });
});
