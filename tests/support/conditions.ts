import fc from 'fast-check';
import type { Condition } from '#text/condition.ts';

/** Any condition on texts made of such needles, or of the others given. */
export function conditions(
  needle: fc.Arbitrary<string>,
  ...others: fc.Arbitrary<Condition>[]
): fc.Arbitrary<Condition> {
  return fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      fc.record({ contains: needle }),
      fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
      ...others,
    ),
  })).condition;
}
