import fc from 'fast-check';
import { expect, test } from 'vitest';
import { absorb, type Condition, isMet } from './condition.ts';
import { compileQuery } from './title-query.ts';

/** Generates any condition with needles of `needle`. */
function conditions(needle: fc.Arbitrary<string>): fc.Arbitrary<Condition> {
  return fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      fc.record({ contains: needle }),
      fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
    ),
  })).condition;
}

const needle = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });

test('absorbing alternatives does not change which keys match', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(conditions(needle), key, (condition, text) => {
      expect(isMet(absorb(condition), text)).toBe(isMet(condition, text));
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test('compiles a plain word to one needle', () => {
  expect(compileQuery('Sab')).toEqual({ contains: 'sab' });
});
