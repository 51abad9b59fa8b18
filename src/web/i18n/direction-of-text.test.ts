import { expect, test } from 'vitest';
import { directionOfText } from './direction-of-text.ts';

test.each([
  ['Sahih البخاري في كتاب الإيمان', 'rtl'],
  ['باب the pillars of faith', 'ltr'],
  ['آدَابُ الصَّائِمِ', 'rtl'],
  ['of the five pillars', 'ltr'],
  ['١٢ – 14', 'auto'],
])('%s runs %s', (text, direction) => {
  expect(directionOfText(text)).toBe(direction);
});
