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
