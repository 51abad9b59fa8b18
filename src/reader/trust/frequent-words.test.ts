import { expect, test } from 'vitest';
import { lacksFrequentWords } from './frequent-words.ts';

const words = (text: string) => text.repeat(6).trim().split(' ');

test('Urdu without its frequent words lacks letters', () => {
  expect(lacksFrequentWords(words('زندگی ایک بہتر سفر ہے جس میں ہر دن نئے تجربات '))).toBe(false);
  expect(lacksFrequentWords(words('زندگ ایک بہتر سفر ہ جس می ہر دن نئ تجربات '))).toBe(true);
});

test('Arabic and Persian, and a few words, are not judged so', () => {
  expect(lacksFrequentWords(words('صلاة الجماعة أفضل من صلاة الرجل وحده ومن خرج إلى المسجد '))).toBe(false);
  expect(lacksFrequentWords(words('نماز را به جماعت خواندن از تنها خواندن بهتر است '))).toBe(false);
  expect(lacksFrequentWords(['سفر', 'ہ', 'می'])).toBe(false);
});
