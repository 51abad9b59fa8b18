import { expect, test } from 'vitest';
import { lacksCommonWords } from './common-words.ts';

const words = (text: string) => text.repeat(6).trim().split(' ');

test('Urdu without its frequent words lacks letters', () => {
  expect(lacksCommonWords(words('زندگی ایک بہتر سفر ہے جس میں ہر دن نئے تجربات '))).toBe(false);
  expect(lacksCommonWords(words('زندگ ایک بہتر سفر ہ جس می ہر دن نئ تجربات '))).toBe(true);
});

test('Arabic and Persian, and a few words, are not judged so', () => {
  expect(lacksCommonWords(words('صلاة الجماعة أفضل من صلاة الرجل وحده ومن خرج إلى المسجد '))).toBe(false);
  expect(lacksCommonWords(words('نماز را به جماعت خواندن از تنها خواندن بهتر است '))).toBe(false);
  expect(lacksCommonWords(['سفر', 'ہ', 'می'])).toBe(false);
});
