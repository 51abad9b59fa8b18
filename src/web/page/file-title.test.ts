import { expect, test } from 'vitest';
import { fileTitle } from './file-title.ts';

test.each([
  ['Rules of wudu.pdf', 'Rules of wudu'],
  ['الدرس ٢.pdf', 'الدرس ٢'],
  ['v1.2 notes.PDF', 'v1.2 notes'],
  ['.pdf', '.pdf'],
  ['ab', 'ab'],
  ['', ''],
])('%j is shown as %j', (name, title) => {
  expect(fileTitle(name)).toBe(title);
});
