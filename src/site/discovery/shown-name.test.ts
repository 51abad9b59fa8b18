import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

test.each([
  ['a\u0000b\u0085c\n d', 'a b c d'],
  ['exe.\u202Efdp', 'exe. fdp'],
  ['broken \uD800', 'broken \uFFFD'],
  [' بِرُّ الوَالِدَيْنِ\u200F ', 'بِرُّ الوَالِدَيْنِ\u200F'],
])('%j is shown as %j', (name, shown) => expect(shownName(name)).toBe(shown));
