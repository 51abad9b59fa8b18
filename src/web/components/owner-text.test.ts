import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkedText, TitleLines } from './owner-text.tsx';

const mark = (text: string, phrase: string): string => {
  const start = text.indexOf(phrase);
  return renderToStaticMarkup(
    createElement(MarkedText, { text, ranges: [{ start, end: start + phrase.length }] }),
  );
};

test('marks a phrase in one language as a whole', () => {
  expect(mark('a good book', 'good')).toBe('a <mark>good</mark> book');
});

test('marks a phrase in both languages part by part', () => {
  expect(mark('هذا حاسوب Computer 12 جديد', 'حاسوب Computer 12')).toBe(
    '<span lang="ar">هذا <mark>حاسوب </mark></span><span><mark>Computer 12</mark> </span><span lang="ar">جديد</span>',
  );
});

test('sets each line and cell of a text in both languages in the direction of its words', () => {
  expect(mark('The pillars.\n1\tأركان «الإسلام»', 'pillars')).toBe(
    '<bdi dir="ltr">The <mark>pillars</mark>.</bdi>\n<bdi dir="auto">1</bdi>\t<bdi dir="rtl" lang="ar">أركان «الإسلام»</bdi>',
  );
  expect(mark('The pillars\nof Islam', 'pillars')).not.toContain('<bdi');
});

const lines = (text: string) => renderToStaticMarkup(createElement(TitleLines, { text }));

test('splits a title in both scripts into two lines without changing its text', () => {
  const html = lines('Rules of wudu – أحكام الوضوء');
  expect(html).toBe(
    '<span class="title-line" dir="ltr">Rules of wudu</span><span class="title-dash"> – </span><span class="title-line" dir="rtl" lang="ar">أحكام الوضوء</span>',
  );
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('Rules of wudu – أحكام الوضوء');
  expect(lines('أحكام الوضوء - Rules')).toMatch(
    /^<span class="title-line" dir="rtl" lang="ar">أحكام الوضوء</,
  );
});

test('keeps a title in one script, or in both without a dash, on one line', () => {
  for (const title of ['Lesson 2 – Fasting', 'The book of زكاة', 'A – ب – C'])
    expect(lines(title)).not.toContain('title-line');
});

test('prevents line breaks before a dash and inside a name', () => {
  const html = lines('الدرس ٢ – الدعوة');
  expect(html).toBe('الدرس <span class="unbroken">٢ –</span> الدعوة');
  expect(lines('Getting to know Surah al-Fatihah')).toContain('<span class="unbroken">al-Fatihah</span>');
  expect(lines('Self-control')).not.toContain('unbroken');
});
