import { expect, test } from 'vitest';
import { hasFrequentWords, lacksFrequentLetters, lacksFrequentWords } from './frequent-words.ts';

const words = (text: string) => text.repeat(6).trim().split(' ');

test('detects Urdu text that lacks the frequent words of Urdu', () => {
  expect(lacksFrequentWords(words('زندگی ایک بہتر سفر ہے جس میں ہر دن نئے تجربات '))).toBe(false);
  expect(lacksFrequentWords(words('زندگ ایک بہتر سفر ہ جس می ہر دن نئ تجربات '))).toBe(true);
});

test('does not expect Urdu words in Arabic, Persian and short texts', () => {
  expect(lacksFrequentWords(words('صلاة الجماعة أفضل من صلاة الرجل وحده ومن خرج إلى المسجد '))).toBe(false);
  expect(lacksFrequentWords(words('نماز را به جماعت خواندن از تنها خواندن بهتر است '))).toBe(false);
  expect(lacksFrequentWords(['سفر', 'ہ', 'می'])).toBe(false);
});

const sentence = 'خرج الي المسجد في صباح يوم الجمعه وقال لاهله ان الصلاه خير من النوم ';

test('finds frequent words in a sentence, but not in its reverse', () => {
  expect(hasFrequentWords(sentence.trim().split(' '))).toBe(true);
  expect(hasFrequentWords([...sentence].reverse().join('').trim().split(' '))).toBe(false);
});

test('detects that a frequent letter is missing, because the font maps it to another letter', () => {
  expect(lacksFrequentLetters(words(sentence))).toBe(false);
  expect(lacksFrequentLetters(words(sentence.replaceAll('ا', 'د')))).toBe(true);
  expect(lacksFrequentLetters(words(sentence.replaceAll('ي', '')))).toBe(true);
  expect(lacksFrequentLetters(['سفر', 'بحر'])).toBe(false);
});
