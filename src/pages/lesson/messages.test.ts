import { expect, test } from 'vitest';
import { lessonMessages } from './messages.ts';

const endsLikeSentence = (text: string) => /[.!?؟…]$/.test(text);

test('a text of the lesson’s page ends with a period in both languages or in neither', () => {
  const { en, ar } = lessonMessages;
  const differing = Object.entries(en).filter(([key, english]) => {
    const arabic = ar[key as keyof typeof ar];
    return (
      typeof english === 'string' &&
      typeof arabic === 'string' &&
      endsLikeSentence(english) !== endsLikeSentence(arabic)
    );
  });
  expect(differing).toEqual([]);
});

test('the number of found pages has the noun in its plural form', () => {
  const found = (language: 'en' | 'ar', total: number, totalAtLeast = false) =>
    lessonMessages[language].hitsFound({ total, totalAtLeast, current: undefined });
  expect([1, 2].map((total) => found('en', total))).toEqual(['Found on 1 page.', 'Found on 2 pages.']);
  expect(found('en', 1000, true)).toBe('Found on 1,000+ pages.');
  expect([1, 2, 3, 11, 100].map((total) => found('ar', total))).toEqual([
    'نتيجة البحث: صفحة واحدة.',
    'نتيجة البحث: صفحتان.',
    'نتيجة البحث: 3 صفحات.',
    'نتيجة البحث: 11 صفحة.',
    'نتيجة البحث: 100 صفحة.',
  ]);
});
