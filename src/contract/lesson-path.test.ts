import { expect, test } from 'vitest';
import { lessonIn, lessonPath, readingIn, readingPath } from './lesson-path.ts';
import { pictureIn, picturePath } from './lesson-picture.ts';

test('the addresses of a lesson, its pages and their pictures are told apart', () => {
  expect([lessonIn(lessonPath('a.1')), readingIn(lessonPath('a.1'))]).toEqual(['a.1', undefined]);
  expect(readingPath('a.1')).toBe('/lesson/a.1');
  expect(readingIn('/lesson/a.1')).toEqual({ id: 'a.1' });
  expect(readingIn(readingPath('a.1', 12))).toEqual({ id: 'a.1', page: 12 });
  const picture = { lessonId: 'a.1', page: 3, width: 800 } as const;
  const [path = '', query] = picturePath(picture, 'file-1').split('?');
  expect([pictureIn(path), query]).toEqual([picture, 'v=file-1']);
  expect([lessonIn(path), readingIn(path)]).toEqual([undefined, undefined]);
});

test.each([
  '/lesson/',
  '/lesson/a/0',
  '/lesson/a/01',
  '/lesson/a/-1',
  '/lesson/a/1.5',
  '/lesson/a/x',
  '/lesson/a/100000',
  '/lesson/a/1/2',
  '/lesson/a/',
  '/lesson/%2e%2e',
  '/lesson/.a',
  `/lesson/${'a'.repeat(37)}`,
])('%s is no page of a lesson', (path) => {
  expect(readingIn(path)).toBeUndefined();
});
