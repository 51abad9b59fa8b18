import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditions } from '../../tests/support/conditions.ts';
import { absorb, holds } from './condition.ts';
import { compileQuery } from './title-query.ts';

const needle = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });

test('an absorbed condition holds of the same keys', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(conditions(needle), key, (one, text) => {
      expect(holds(absorb(one), text)).toBe(holds(one, text));
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test('a plain word is one needle', () => {
  expect(compileQuery('Sab')).toEqual({ contains: 'sab' });
});
