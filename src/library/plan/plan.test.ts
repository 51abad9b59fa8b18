import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyPlan,
  emptyLibrary,
  file,
  folder,
  library,
  now,
} from '../../../tests/library/planned-library.ts';
import type { FolderLesson, Problem, PublishedLibrary } from './model.ts';
import { isEmpty, offerDates, plan } from './plan.ts';

/** Lists the path and content of each lesson that visitors see. */
function describeState(published: PublishedLibrary): string[] {
  return published.lessons
    .map(({ category, fileName, contentId }) => `${category}/${fileName} ${contentId}`)
    .sort();
}

const idsOf = ({ categories, lessons }: PublishedLibrary) => [...categories, ...lessons].map(({ id }) => id);

const a = file('Fiqh', 'Wudu.pdf', 'aa');
const b = file('Fiqh', 'Prayer.pdf', 'bb');
const c = file('السيرة', 'الدرس ١.pdf', 'cc');

describe('changes of a lesson', () => {
  test('a new lesson or category gets an id with a short address that no other lesson or category has', () => {
    const { newCategories, changes } = plan(folder([a]), emptyLibrary, now);
    const usualIds = [...newCategories, ...changes].map(({ id }) => id);
    const taken = usualIds.map((id, index) => ({ id: `${id.slice(0, 6)}0`, name: `Other ${index}` }));
    const laterPlan = plan(folder([a]), { ...emptyLibrary, categories: taken }, now);
    const ids = [...taken, ...laterPlan.newCategories, ...laterPlan.changes].map(({ id }) => id.slice(0, 6));
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
  });

  test('a new lesson never gets the short address of a lesson or category that was removed, even long ago', () => {
    const usualIds = idsOf(library(a));
    const formerIds = usualIds.map((id) => `${id.slice(0, 6)}0`);
    const result = plan(folder([a]), { ...emptyLibrary, formerIds }, now);
    const ids = [...result.newCategories, ...result.changes].map(({ id }) => id);
    expect(new Set([...formerIds, ...ids].map((id) => id.slice(0, 6))).size).toBe(4);
  });

  test('a lesson or category that returns long after its removal has its former link', () => {
    const formerIds = idsOf(library(a));
    const result = plan(folder([a]), { ...emptyLibrary, formerIds }, now);
    expect([...result.newCategories, ...result.changes].map(({ id }) => id)).toEqual(formerIds);
  });

  test('a renamed folder keeps its category and changes no lesson', () => {
    const before = library(a, b, c);
    const result = plan(
      folder([file('Worship', 'Wudu.pdf', 'aa'), file('Worship', 'Prayer.pdf', 'bb'), c]),
      before,
      now,
    );
    const fiqh = before.categories.find(({ name }) => name === 'Fiqh');
    expect(result.renamedCategories).toEqual([{ id: fiqh?.id, from: 'Fiqh', to: 'Worship' }]);
    expect([result.changes, result.newCategories, result.emptyCategories]).toEqual([[], [], []]);
  });

  test('a removed lesson that returns has its former link and date', () => {
    const before = library(a, b);
    const withoutLesson = applyPlan(plan(folder([a]), before, now), before);
    const restoringPlan = plan(folder([a, b]), withoutLesson, '2026-02-20T00:00:00.000+00:00');
    expect(restoringPlan.changes).toMatchObject([
      { kind: 'restored', id: before.lessons[1]?.id, after: { publishedAt: now } },
    ]);
  });

  test('corrects a wrong size in a row of another program', () => {
    const [lesson] = library(a).lessons;
    if (!lesson) throw new Error('nothing published');
    const before = { ...library(a), lessons: [{ ...lesson, fileSize: 9 }] };
    const { id, fileId } = lesson;
    expect(plan(folder([a]), before, now).changes).toMatchObject([
      { kind: 'replaced', id, after: { fileId, fileSize: 10 } },
    ]);
  });

  test('normalizes a published name in another Unicode form, and keeps its row', () => {
    const before = library(file('أحكام'.normalize('NFD'), 'آداب.pdf'.normalize('NFD'), 'aa'));
    const result = plan(folder([file('أحكام', 'آداب.pdf', 'aa')]), before, now);
    expect(result.renamedCategories).toMatchObject([{ to: 'أحكام' }]);
    expect(result.changes).toMatchObject([{ kind: 'renamed', id: before.lessons[0]?.id }]);
  });
});

describe('the date of a lesson', () => {
  const datedFile = (day: string, content: string, modified = '2026-01-30') => ({
    ...file('Fiqh', `${day} Sermon.pdf`, content),
    modifiedAt: Date.parse(`${modified}T09:00:00Z`),
  });
  const [first, second] = [datedFile('2019-05-03', 'aa'), datedFile('1440-09-05', 'bb')];
  const before = library(first, second);
  const dates = ({ lessons }: PublishedLibrary) =>
    lessons.map(({ fileName, publishedAt }) => `${publishedAt.slice(0, 10)} ${fileName}`).sort();

  test('stays if the date is removed from the name', () => {
    const undatedPlan = plan(folder([file('Fiqh', 'Sermon.pdf', 'aa'), second]), before, now);
    expect(undatedPlan.changes).toMatchObject([{ kind: 'renamed', after: { fileName: 'Sermon.pdf' } }]);
    expect(undatedPlan.changes[0]?.after?.publishedAt).toBe(before.lessons[0]?.publishedAt);
  });

  test('is the date of its file in the first 24 hours of a library, if the dates of the files differ', () => {
    const [a, b] = [file('Fiqh', 'A.pdf', 'aa'), file('Fiqh', 'B.pdf', 'bb')];
    const olderFile = { ...a, modifiedAt: Date.parse('2020-06-01T12:00:00Z') };
    const newerFile = { ...b, modifiedAt: Date.parse('2021-06-01T12:00:00Z') };
    const yearsOf = (lessons: FolderLesson[], published: PublishedLibrary) =>
      plan(folder(lessons), published, now).changes.map(({ after }) => after?.publishedAt.slice(0, 4));
    expect(yearsOf([olderFile, newerFile], emptyLibrary)).toEqual(['2020', '2021']);
    expect(yearsOf([olderFile, { ...b, modifiedAt: olderFile.modifiedAt }], emptyLibrary)).toEqual([
      '2026',
      '2026',
    ]);
    expect(yearsOf([a, b], emptyLibrary)).toEqual(['2026', '2026']);
    const published = applyPlan(plan(folder([olderFile]), emptyLibrary, now), emptyLibrary);
    expect(yearsOf([olderFile, newerFile], { ...published, since: '2026-01-30T13:00:00Z' })).toEqual([
      '2021',
    ]);
    expect(yearsOf([olderFile, newerFile], { ...published, since: '2025-01-30T13:00:00Z' })).toEqual([
      '2026',
    ]);
  });

  test('is offered for change only if all lessons have the same date', () => {
    const lessonsOfToday = before.lessons.map(({ folderName, ...lesson }) => ({
      ...lesson,
      fileName: folderName ?? lesson.fileName,
      publishedAt: now,
    }));
    const libraryOfToday = { ...before, lessons: lessonsOfToday };
    expect(isEmpty(plan(folder([first, second]), libraryOfToday, now))).toBe(true);
    const offer = offerDates(folder([first, second]), libraryOfToday, now);
    expect([offer?.first.slice(0, 10), offer?.last.slice(0, 10)]).toEqual(['2019-05-03', '2019-05-10']);
    const after = applyPlan(offer?.plan ?? plan(folder([]), libraryOfToday, now), libraryOfToday);
    expect(dates(after)).toEqual(dates(before));
    expect(isEmpty(plan(folder([first, second]), after, now))).toBe(true);
    expect(offerDates(folder([first, second]), before, now)).toBeNull();
    expect(offerDates(folder([a, b]), library(a, b), now)).toBeNull();
  });
});

describe('problems do not count as removals', () => {
  test('the lesson of a file that is being copied stays published', () => {
    const path = { path: 'Fiqh/Wudu.pdf', category: 'Fiqh', fileName: 'Wudu.pdf' };
    const listing = folder([b, c], [{ kind: 'beingCopied', ...path }]);
    expect(isEmpty(plan(listing, library(a, b, c), now))).toBe(true);
  });

  test('the lessons of an unreadable folder stay published', () => {
    const problem: Problem = { kind: 'unreadable', path: 'Fiqh', category: 'Fiqh' };
    const result = plan(folder([c], [problem]), library(a, b, c), now);
    expect(isEmpty(result)).toBe(true);
  });
});

describe('for any folder and library', () => {
  const names = ['Fiqh', 'Creed', 'أحكام', 'أحكام'.normalize('NFD'), 'Hadith'];
  const lesson = fc
    .tuple(fc.constantFrom(...names), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 8 }))
    .map(([category, name, content]) => file(category, `آية ${name}.pdf`, `c${content}`));
  const toListedLesson = (lesson: FolderLesson) => ({
    ...lesson,
    category: lesson.category.normalize('NFC'),
    fileName: lesson.fileName.normalize('NFC'),
  });
  const withUniquePaths = (lessons: FolderLesson[]) => [
    ...new Map(lessons.map((lesson) => [`${lesson.category}/${lesson.fileName}`, lesson])).values(),
  ];
  const listing = fc
    .array(lesson, { maxLength: 14 })
    .map((lessons) => folder(withUniquePaths(lessons.map(toListedLesson))));
  // Irregular libraries: names that are not normalized, duplicate contents, categories with the same name.
  const anyLibrary: fc.Arbitrary<PublishedLibrary> = fc
    .tuple(fc.array(lesson, { maxLength: 14 }), fc.array(lesson, { maxLength: 4 }), fc.boolean())
    .map(([lessons, removedLessons, hasDuplicateCategory]) => {
      const categories = [...new Set(lessons.map(({ category }) => category))].map((name, i) => ({
        id: `cat${i}`,
        name,
      }));
      if (hasDuplicateCategory && categories[0]) categories.push({ id: 'second', name: categories[0].name });
      const row = (lesson: FolderLesson, id: string) => ({
        id,
        category: lesson.category,
        categoryId: categories.find(({ name }) => name === lesson.category)?.id ?? 'former',
        fileName: lesson.fileName,
        fileSize: lesson.size,
        fileId: `file-${lesson.contentId}`.slice(0, 36),
        contentId: lesson.contentId,
        publishedAt: now,
      });
      return {
        categories,
        lessons: lessons.map((lesson, i) => row(lesson, `row${i}`)),
        removedLessons: removedLessons.map((lesson, i) => row(lesson, `gone${i}`)),
        formerIds: [],
      };
    });

  test('applying the plan leads to the state of the folder, and a second plan is empty', () => {
    fc.assert(
      fc.property(listing, anyLibrary, (folderNow, before) => {
        const first = plan(folderNow, before, now);
        const after = applyPlan(first, before);
        const publishable = folderNow.lessons.map((lesson) => `${lesson.category}/${lesson.fileName}`).sort();
        const problemPaths = first.problems.map((problem) => `${problem.category}/${problem.fileName}`);
        const lessonPaths = after.lessons.map((lesson) =>
          `${lesson.category}/${lesson.fileName}`.normalize('NFC'),
        );
        for (const path of publishable)
          expect(lessonPaths.includes(path) || problemPaths.includes(path)).toBe(true);
        for (const path of lessonPaths) expect(publishable).toContain(path);
        expect(isEmpty(plan(folderNow, after, now))).toBe(true);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  test('the content of every file is published, ids are unique, and every lesson has an existing category', () => {
    fc.assert(
      fc.property(listing, anyLibrary, (folderNow, before) => {
        const after = applyPlan(plan(folderNow, before, now), before);
        const contents = new Set(after.lessons.map(({ contentId }) => contentId));
        for (const lesson of folderNow.lessons) expect(contents).toContain(lesson.contentId);
        expect(new Set(after.lessons.map(({ id }) => id)).size).toBe(after.lessons.length);
        const categories = new Map(after.categories.map(({ id, name }) => [id, name]));
        for (const lesson of after.lessons) expect(categories.get(lesson.categoryId)).toBe(lesson.category);
        expect(new Set(categories.values()).size).toBe(categories.size);
      }),
      { numRuns: 500, seed: 5 },
    );
  });

  test('a file whose content is published once and exists once in the folder keeps its row', () => {
    fc.assert(
      fc.property(listing, listing, (folderBefore, folderNow) => {
        const before = applyPlan(plan(folderBefore, emptyLibrary, now), emptyLibrary);
        const after = applyPlan(plan(folderNow, before, now), before);
        const uniqueLessons = folderNow.lessons.filter(
          (lesson) =>
            folderNow.lessons.filter(({ contentId }) => contentId === lesson.contentId).length === 1,
        );
        for (const { contentId } of uniqueLessons) {
          const lessonBefore = before.lessons.find((lesson) => lesson.contentId === contentId);
          if (lessonBefore) {
            expect(after.lessons.find((lesson) => lesson.contentId === contentId)).toMatchObject({
              id: lessonBefore.id,
              fileId: lessonBefore.fileId,
            });
          }
        }
        // The reverse plan restores the library, as an undo does.
        if (before.lessons.length === folderBefore.lessons.length) {
          expect(describeState(applyPlan(plan(folderBefore, after, now), after))).toEqual(
            describeState(before),
          );
        }
      }),
      { numRuns: 500, seed: 6 },
    );
  });
});
