import { describe, expect, it } from 'vitest';
import { createEventFilter } from './frames.ts';

const query = (method: string, attribute?: string, values?: unknown[]) =>
  JSON.stringify({ method, attribute, values });
const payload = { name: 'Wudu', size: 5, gone: null, list: [1], constructor: 'x' };

describe('queries of a subscription', () => {
  it.each([
    [[], true],
    [[query('select', undefined, ['*'])], true],
    [[query('equal', 'name', ['Wudu'])], true],
    [[query('equal', 'name', ['x', 'Wudu'])], true],
    [[query('equal', 'name', ['wudu'])], false],
    [[query('equal', 'size', [5])], true],
    [[query('equal', 'size', ['5'])], false],
    [[query('notEqual', 'size', [5])], false],
    [[query('notEqual', 'size', ['5'])], true],
    [[query('lessThan', 'size', [6])], true],
    [[query('lessThan', 'size', [5])], false],
    [[query('lessThanEqual', 'size', [5])], true],
    [[query('greaterThan', 'size', [4])], true],
    [[query('greaterThanEqual', 'size', [6])], false],
    [[query('greaterThan', 'size', ['4'])], false],
    [[query('greaterThan', 'name', ['W'])], true],
    [[query('isNull', 'gone')], true],
    [[query('isNull', 'absent')], true],
    [[query('isNotNull', 'name')], true],
    [[query('isNotNull', 'toString')], false],
    [[query('equal', 'name', ['Wudu']), query('equal', 'size', [6])], false],
    [
      [
        JSON.stringify({
          method: 'or',
          values: [JSON.parse(query('equal', 'size', [6])), JSON.parse(query('equal', 'size', [5]))],
        }),
      ],
      true,
    ],
    [
      [
        JSON.stringify({
          method: 'and',
          values: [JSON.parse(query('equal', 'size', [6])), JSON.parse(query('equal', 'size', [5]))],
        }),
      ],
      false,
    ],
  ])('for %j, accept the event: %s', (queries, accepted) => {
    expect(createEventFilter(queries).accepts(payload)).toBe(accepted);
  });

  it('have a size, which counts each value, each query without values, and each group', () => {
    const values = query('equal', 'name', ['a', 'b', 'c']);
    const nested = JSON.stringify({
      method: 'or',
      values: [JSON.parse(values), JSON.parse(query('isNull', 'gone'))],
    });
    expect(createEventFilter([values, query('isNotNull', 'name')]).size).toBe(4);
    expect(createEventFilter([nested]).size).toBe(5);
  });
});
