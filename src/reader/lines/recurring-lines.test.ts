import { expect, test } from 'vitest';
import { withoutRecurringLines } from './recurring-lines.ts';

const page = (number: number, ...lines: string[]) =>
  ['Lessons of the mosque', ...lines, `Page ${number} of 9`].join('\n');

test('removes headers, footers and page numbers except on the first page', () => {
  const pages = [1, 2, 3, 4].map((number) =>
    page(number, `Where the sentence ${number} begins,`, `its part ${number}`, `goes on ${number} times`),
  );
  const texts = withoutRecurringLines(pages);
  expect(texts[0]).toBe(pages[0]);
  expect(texts[2]).toBe('Where the sentence 3 begins,\nits part 3\ngoes on 3 times');
});

test('keeps a verse that recurs inside pages, and lines on only two pages', () => {
  const pages = ['a', 'b', 'c'].map((letter) =>
    [letter, `${letter}1`, 'Which of the favors', `${letter}2`, `${letter}3`, `${letter}4`].join('\n'),
  );
  expect(withoutRecurringLines(pages)).toEqual(pages);
  expect(withoutRecurringLines([page(1, 'x'), page(2, 'y')])).toEqual([page(1, 'x'), page(2, 'y')]);
});
