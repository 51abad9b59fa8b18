import { describe, expect, test } from 'vitest';
import {
  applyPlan,
  emptyLibrary,
  file,
  folder,
  library,
  now,
} from '../../../tests/library/planned-library.ts';
import { findConflictCopy } from './conflict-copies.ts';
import type { PublishedLibrary } from './model.ts';
import { isEmpty, plan } from './plan.ts';

const originalOf = (name: string, ...others: string[]) =>
  findConflictCopy(`${name}.pdf`, (other) => others.includes(other.slice(0, -4)))?.original.slice(0, -4);

describe('a conflict copy of a sync program', () => {
  test.each([
    'Title.sync-conflict-20260131-120000-ABCDEFG',
    'Title.sync-conflict-20260131-120000',
    'Title (conflicted copy 2026-01-31 120000)',
    'Title (conflicted copy أحمد 2026-01-31 120000)',
    'Title_conflict-20260131-120000',
    "Title (Ahmad's conflicted copy 2026-01-31)",
    'Title (DESKTOP-7QK2’s conflicted copy 2026-01-31)',
    'Title (Case Conflict)',
    'Title (case clash from Ahmad-PC 20260131)',
    'Title [Conflict]',
    'Title (SFConflict ahmad@example.org 2026-01-31-12-00-00)',
    'Title (Conflict 2026-01-31-12-00)',
    'Title (نسخة متعارضة من أحمد 2026-01-31)',
    'Title (نسخة أحمد المتضاربة ٢٠٢٦-٠١-٣١)',
    'Title (تعارض ٢٠٢٦-٠١-٣١)',
    'Title-DESKTOP-AB12CD3',
    'Title-LAPTOP-AB12CD3-2',
  ])('is recognized by its name alone: %s', (name) => expect(originalOf(name)).toBe('Title'));

  test.each([
    'Title (1)',
    'Title (١)',
    'Title 2',
    'Title ٢',
    'Title-Ahmads iPhone',
    'Title-جهاز أحمد',
    'Title-IMAM-PC',
  ])('is recognized next to its original: %s', (name) => {
    const isDevice = name.startsWith('Title-IMAM');
    expect(originalOf(name, isDevice ? 'Title-IMAM' : 'Title')).toBe(isDevice ? 'Title-IMAM' : 'Title');
    expect(originalOf(name)).toBeUndefined();
  });

  test('can have the number of a second copy', () =>
    expect(originalOf('Title (2)', 'Title', 'Title (1)')).toBe('Title'));

  test.each([
    ['Title (2)', ['Title']],
    ['Title (1)', ['Title (2)']],
    ['Title 2', ['Title', 'Title 3']],
    ['Title 2', ['Title 1', 'Title 3']],
    ['Title 3', ['Title', 'Title 2']],
    ['Title-Arabic', ['Title']],
    ['The first conflict', ['The first']],
    ['Ali and Muawiya (the conflict)', []],
    ['Gaza (the conflict of 1948)', []],
    ['أصول الفقه (تعارض الأدلة ١٤٤٥)', []],
    ['Hajj-Macca', ['Hajj']],
    ['الحج-أماكن الإحرام', ['الحج']],
  ])('is distinguished from a lesson such as %s next to %j', (name, others) =>
    expect(originalOf(name, ...others)).toBeUndefined(),
  );
});

describe('a plan for a folder with a conflict copy', () => {
  const onlineFile = file('Fiqh', 'Wudu.pdf', 'aa');
  const changedFile = file('Fiqh', 'Wudu.pdf', 'bb');
  const name = 'Wudu.sync-conflict-20260131-120000-ABCDEFG.pdf';
  const conflictFile = file('Fiqh', name, 'cc');
  const before = library(onlineFile);

  test('keeps the online version, and reports the copy and, if it exists, the original', () => {
    for (const lessons of [
      [changedFile, conflictFile],
      [changedFile, file('Fiqh', name, 'aa')],
      [onlineFile, file('Fiqh', name, 'aa')],
      [conflictFile],
    ]) {
      const result = plan(folder(lessons), before, now);
      expect(isEmpty(result)).toBe(true);
      expect(result.problems).toMatchObject([
        {
          kind: 'conflictCopy',
          path: `Fiqh/${name}`,
          ...(lessons.length > 1 && { otherPath: 'Fiqh/Wudu.pdf' }),
        },
      ]);
    }
  });

  test('publishes a new lesson without its copy', () => {
    const { changes } = plan(folder([changedFile, conflictFile]), emptyLibrary, now);
    expect(changes.map(({ source }) => source?.path)).toEqual(['Fiqh/Wudu.pdf']);
  });

  test('keeps an online lesson that the owner may have numbered', () => {
    const libraryOfTwo = library(onlineFile, file('Fiqh', 'Wudu 2.pdf', 'dd'));
    expect(isEmpty(plan(folder([onlineFile, file('Fiqh', 'Wudu 2.pdf', 'dd')]), libraryOfTwo, now))).toBe(
      true,
    );
    expect(plan(folder([onlineFile, file('Fiqh', 'Wudu 2.pdf', 'dd')]), before, now).problems).toHaveLength(
      1,
    );
  });

  test('publishes Title and Title 2 as two parts, unless their contents are equal', () => {
    const planPaths = (contentId: string) =>
      plan(folder([onlineFile, file('Fiqh', 'Wudu 2.pdf', contentId)]), emptyLibrary, now).changes.map(
        ({ source }) => source?.path,
      );
    expect(planPaths('dd')).toEqual(['Fiqh/Wudu.pdf', 'Fiqh/Wudu 2.pdf']);
    expect(planPaths('aa')).toEqual(['Fiqh/Wudu.pdf']);
  });

  test('publishes the file that the owner keeps under the original’s name', () => {
    const publishedWith = (lessons: Parameters<typeof folder>[0]): PublishedLibrary =>
      applyPlan(plan(folder(lessons), before, now), before);
    expect(publishedWith([changedFile]).lessons).toMatchObject([
      { id: before.lessons[0]?.id, contentId: changedFile.contentId },
    ]);
    expect(publishedWith([{ ...conflictFile, fileName: 'Wudu.pdf' }]).lessons).toMatchObject([
      { id: before.lessons[0]?.id, contentId: conflictFile.contentId },
    ]);
  });
});
