import { describe, expect, test } from 'vitest';
import { emptyLibrary, file, folder, library, now } from '../../../tests/library/planned-library.ts';
import { settleRemovals } from './guard.ts';
import type { FolderListing } from './model.ts';
import { plan } from './plan.ts';

describe('removals that may be an accident', () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    file('Fiqh', `Lesson ${i}.pdf`, `f${i.toString(16).padStart(2, '0')}`),
  );
  const published = library(...many);
  const table: [title: string, listing: FolderListing, reason: string | undefined][] = [
    ['all lessons of a missing folder', { ...folder([]), exists: false }, 'missingFolder'],
    ['all lessons of an empty folder', folder([]), 'emptyFolder'],
    ['9 of 40 lessons', folder(many.slice(9)), 'manyRemovals'],
    ['8 of 40 lessons, exactly a fifth', folder(many.slice(8)), undefined],
    ['no lessons', folder(many), undefined],
  ];
  for (const [title, listing, reason] of table) {
    test(`${title}: ${reason ? 'need' : 'do not need'} confirmation`, () =>
      expect(plan(listing, published, now).guard?.reason).toBe(reason));
  }
  test('5 of 6 lessons: do not need confirmation, because they are few', () => {
    expect(plan(folder(many.slice(0, 1)), library(...many.slice(0, 6)), now).guard).toBeNull();
  });
  test('an empty folder: does not need confirmation if nothing is published', () => {
    expect(plan(folder([]), emptyLibrary, now).guard).toBeNull();
  });
});

const wait = 20_000;

test('settles a removal only after the full wait', () => {
  const first = settleRemovals(['a'], null, 1000, wait);
  expect(first).toMatchObject({ isSettled: false, hasGrown: true });
  const unsettled = settleRemovals(['a'], first.missing, 20_999, wait);
  expect(unsettled).toMatchObject({ isSettled: false, hasGrown: false });
  expect(settleRemovals(['a'], unsettled.missing, 21_000, wait).isSettled).toBe(true);
});

test('restarts the wait for each further removal, and ends it when the files return', () => {
  const first = settleRemovals(['a'], null, 0, wait);
  const second = settleRemovals(['a', 'b'], first.missing, 19_000, wait);
  expect(settleRemovals(['a', 'b'], second.missing, 38_999, wait).isSettled).toBe(false);
  expect(settleRemovals(['b'], second.missing, 39_000, wait).isSettled).toBe(true);
  expect(settleRemovals([], second.missing, 25_000, wait)).toEqual({
    missing: null,
    isSettled: true,
    hasGrown: false,
  });
});
