import { beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/clients.ts';
import { things, writingBench } from '../support/writing-bench.ts';

const bench = writingBench();

describe('counters', () => {
  beforeAll(() =>
    bench.tables.createRow({ ...things, rowId: 'counted', data: { name: 'x', count: 5, ratio: 0.5 } }),
  );
  const counted = { ...things, rowId: 'counted', column: 'count' };

  it('count by one, or by a value', async () => {
    expect((await bench.tables.incrementRowColumn(counted)).count).toBe(6);
    expect((await bench.tables.decrementRowColumn({ ...counted, value: 3 })).count).toBe(3);
    expect((await bench.tables.incrementRowColumn({ ...counted, column: 'ratio', value: 0.25 })).ratio).toBe(
      0.75,
    );
    expect(bench.heard()).toEqual(Array(3).fill(['update', 'counted']));
  });

  it('stop at the limit given', async () => {
    expect(await refusal(bench.tables.incrementRowColumn({ ...counted, max: 3 }))).toBe(
      '400 column_limit_exceeded: tablesDB "count" has reached the maximum value of 3',
    );
    expect(await refusal(bench.tables.decrementRowColumn({ ...counted, value: 2, min: 2 }))).toBe(
      '400 column_limit_exceeded: tablesDB "count" has reached the minimum value of 2',
    );
  });

  it('stop at the bounds of the column', async () => {
    expect(await refusal(bench.tables.incrementRowColumn({ ...counted, value: 8 }))).toContain(
      'column_limit_exceeded',
    );
  });

  const notFound = "404 column_not_found: Column with the requested key '%s' could not be found.";
  it.each([
    ['an unknown column', { column: 'nope' }, notFound],
    ['an unknown row', { rowId: 'nobody' }, notFound],
    ['a text', { column: 'name' }, '400 attribute_type_invalid: tablesDB "name" is not a number'],
    ['value 0', { value: 0 }, '400 general_argument_invalid: Value must be numeric and greater than 0'],
    [
      'a negative value',
      { value: -1 },
      '400 general_argument_invalid: Value must be numeric and greater than 0',
    ],
    [
      'a value that is no number',
      { value: 'x' as never },
      '400 general_argument_invalid: Invalid `value` param: Value must be a valid number',
    ],
    [
      'a max that is no number',
      { max: 'x' as never },
      '400 general_argument_invalid: Invalid `max` param: Value must be a valid number or null',
    ],
  ])('refuse %s', async (_, change, message) => {
    expect(await refusal(bench.tables.incrementRowColumn({ ...counted, ...change }))).toBe(message);
  });
});
