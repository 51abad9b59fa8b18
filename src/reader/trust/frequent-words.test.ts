import { expect, test } from 'vitest';
import { hasFrequentWords, lacksFrequentLetters, lacksFrequentWords } from './frequent-words.ts';

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

const sentence = 'خرج الي المسجد في صباح يوم الجمعه وقال لاهله ان الصلاه خير من النوم ';

test('a sentence has frequent words, and letters in a wrong order have none', () => {
  expect(hasFrequentWords(sentence.trim().split(' '))).toBe(true);
  expect(hasFrequentWords([...sentence].reverse().join('').trim().split(' '))).toBe(false);
});

test('a text lacks a letter if its font names it as another one', () => {
  expect(lacksFrequentLetters(words(sentence))).toBe(false);
  expect(lacksFrequentLetters(words(sentence.replaceAll('ا', 'د')))).toBe(true);
  expect(lacksFrequentLetters(words(sentence.replaceAll('ي', '')))).toBe(true);
  expect(lacksFrequentLetters(['سفر', 'بحر'])).toBe(false);
});
