import { describe, expect, test } from 'vitest';
import { file, folder, library, nothing, now } from '../../../tests/publisher/planned-library.ts';
import type { FolderListing } from '../folder/folder-listing.ts';
import { plan } from './plan.ts';

const _a = file('Fiqh', 'Wudu.pdf', 'aa');
const _b = file('Fiqh', 'Prayer.pdf', 'bb');
const _c = file('السيرة', 'الدرس ١.pdf', 'cc');

describe('removals that look like an accident need the number', () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    file('Fiqh', `Lesson ${i}.pdf`, `f${i.toString(16).padStart(2, '0')}`),
  );
  const published = library(...many);
  const table: [what: string, listing: FolderListing, reason: string | undefined][] = [
    ['folder gone', { ...folder([]), exists: false }, 'missingFolder'],
    ['folder empty', folder([]), 'emptyFolder'],
    ['9 of 40', folder(many.slice(9)), 'manyRemovals'],
    ['8 of 40, a fifth and not more', folder(many.slice(8)), undefined],
    ['none', folder(many), undefined],
  ];
  for (const [what, listing, reason] of table) {
    test(what, () => expect(plan(listing, published, now).guard?.reason).toBe(reason));
  }
  test('5 of 6 are a few files', () => {
    expect(plan(folder(many.slice(0, 1)), library(...many.slice(0, 6)), now).guard).toBeNull();
  });
  test('an empty folder and nothing published is no accident', () => {
    expect(plan(folder([]), nothing, now).guard).toBeNull();
  });
});
