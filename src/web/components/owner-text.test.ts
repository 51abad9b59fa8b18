import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkedText } from './owner-text.tsx';

const marked = (text: string, phrase: string): string => {
  const start = text.indexOf(phrase);
  return renderToStaticMarkup(
    createElement(MarkedText, { text, ranges: [{ start, end: start + phrase.length }] }),
  );
};

test('a phrase in one language is one mark', () => {
  expect(marked('a good book', 'good')).toBe('a <mark>good</mark> book');
});

test('a phrase in both languages is marked in each', () => {
  expect(marked('هذا حاسوب Computer 12 جديد', 'حاسوب Computer 12')).toBe(
    '<span lang="ar">هذا <mark>حاسوب </mark></span><span><mark>Computer 12</mark> </span><span lang="ar">جديد</span>',
  );
});
