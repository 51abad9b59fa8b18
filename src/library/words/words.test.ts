import { expect, test } from 'vitest';
import { toLessonWords, unfoundLessons } from './words.ts';

const reading = (labels: readonly ('words' | 'title')[], shows: 'pages' | 'xfa' | 'nothing' = 'pages') => ({
  pages: labels.map((label) => ({ label, text: label === 'words' ? 'A text' : '' })),
  lost: [],
  shows,
});

test('lessons with many pages without words, placeholders and blank pages are named, each for its reason', () => {
  const readings = {
    'Whole.pdf': reading(['words', 'words', 'title']),
    'Book.pdf': reading(['words', 'title', 'title', 'title']),
    'Scan.pdf': reading(['title', 'title']),
    'Form.pdf': reading(['title'], 'xfa'),
    'Blank.pdf': reading(['title'], 'nothing'),
  };
  const lessons = Object.keys(readings).map((fileName) => ({ id: fileName, fileName }));
  const heads = Object.entries(readings).map(
    ([lesson, read]) => toLessonWords({ lesson, category: 'a', fileId: lesson }, read).head,
  );
  expect(unfoundLessons(lessons, heads)).toEqual({
    pictures: ['Scan.pdf'],
    partly: ['Book.pdf (3/4)'],
    xfa: ['Form.pdf'],
    portfolio: [],
    nothing: ['Blank.pdf'],
    locked: [],
    broken: [],
    slow: [],
  });
});
