import { TablesDB } from 'node-appwrite';
import { expect, test, vi } from 'vitest';
import { readingVersion } from '#reader/engine/reading-version.ts';
import { targetOn } from '../../../tests/library/target-on.ts';
import { startBackend } from '../../../tests/support/backend.ts';
import { owner } from '../../../tests/support/clients.ts';
import { isRead, type LessonText } from './lesson-text.ts';
import { PageTable } from './page-table.ts';

/** A lesson of so many pages. */
function lessonOf(lesson: string, pages: number): LessonText {
  return {
    head: {
      lesson,
      category: '',
      fileId: 'f',
      version: readingVersion,
      pages,
      found: pages,
      lost: 0,
      fault: null,
    },
    pages: Array.from({ length: pages }, (_, index) => ({
      page: index + 1,
      label: 'words',
      text: 'نص',
    })),
  };
}

test('a book is written in parts, and is not read before the last one; what fails is written anew', async () => {
  const { endpoint, stop } = await startBackend();
  const table = new PageTable(targetOn({ endpoint }));
  const create = vi.spyOn(TablesDB.prototype, 'createRows');
  const begin = vi.spyOn(TablesDB.prototype, 'createTransaction');
  try {
    const finish = vi.spyOn(TablesDB.prototype, 'updateRows');
    finish.mockImplementationOnce(async () => {
      const [head] = (await table.heads()) ?? [];
      expect(head?.fileId).toBe('');
      throw new Error('broken off');
    });
    await table.add([lessonOf('one', 3), lessonOf('book', 250)]);
    expect(create.mock.calls.map(([asked]) => (asked as unknown as { rows: object[] }).rows.length)).toEqual([
      4, 1, 100, 100, 50, 100, 100, 51,
    ]);
    expect(begin).toHaveBeenCalledTimes(1);
    await table.add([lessonOf('other', 150)]);
    expect(begin).toHaveBeenCalledTimes(1);
    const heads = (await table.heads()) ?? [];
    expect(heads.map((head) => [head.lesson, head.fileId, isRead(head, 'f')])).toEqual([
      ['one', 'f', true],
      ['book', 'f', true],
      ['other', 'f', true],
    ]);
    const { total } = await owner(endpoint).listRows({ databaseId: 'library', tableId: 'pages' });
    expect(total).toBe(3 + 250 + 150 + 3);
  } finally {
    vi.restoreAllMocks();
    await stop();
  }
});

test('of two who read a lesson at the same time one has its pages there', async () => {
  const { endpoint, stop } = await startBackend();
  try {
    const [site, command] = [0, 1].map(() => new PageTable(targetOn({ endpoint })));
    await site?.add([lessonOf('one', 3), lessonOf('two', 2)]);
    await command?.add([lessonOf('two', 2), lessonOf('three', 1)]);
    expect((await site?.heads())?.map(({ lesson }) => lesson).sort()).toEqual(['one', 'three', 'two']);
    const { total } = await owner(endpoint).listRows({ databaseId: 'library', tableId: 'pages' });
    expect(total).toBe(3 + 2 + 1 + 3);
    // As two who did not meet left it.
    const data = {
      lesson: 'one',
      category: '',
      page: 0,
      label: 'lesson',
      text: JSON.stringify(lessonOf('one', 3).head),
    };
    await owner(endpoint).createRow({ databaseId: 'library', tableId: 'pages', rowId: 'again', data });
    const heads = (await site?.heads()) ?? [];
    expect(heads.map((head) => [head.lesson, isRead(head, 'f')]).sort()).toEqual([
      ['one', false],
      ['three', true],
      ['two', true],
    ]);
  } finally {
    await stop();
  }
});

test('the same rows are found whether they were sent folded, as to Appwrite, or the backend folds them itself', async () => {
  const { endpoint, stop } = await startBackend();
  const create = vi.spyOn(TablesDB.prototype, 'createRows');
  try {
    for (const embedded of [true, false]) {
      const table = new PageTable({ ...targetOn({ endpoint }), embedded });
      await table.add([lessonOf(`added-${embedded}`, 2)]);
      await table.replace(lessonOf(`replaced-${embedded}`, 2));
    }
    const sent = create.mock.calls.map(
      ([asked]) => (asked as unknown as { rows: { search: string }[] }).rows,
    );
    expect(sent.map(([, page]) => page?.search)).toEqual(['\u0001', '\u0001', ' نص ', ' نص ']);
    const answers = await Promise.all(create.mock.results.map(({ value }) => value));
    expect(answers.map(({ total, rows }) => [total, rows])).toEqual(answers.map(() => [3, []]));
    const { rows } = await owner(endpoint).listRows({ databaseId: 'library', tableId: 'pages' });
    expect(rows.map(({ page, search }) => [page, search])).toEqual(
      answers.flatMap(() => [
        [0, null],
        [1, ' نص '],
        [2, ' نص '],
      ]),
    );
  } finally {
    vi.restoreAllMocks();
    await stop();
  }
});

test('where there is no such table, nothing is there to be counted', async () => {
  const { endpoint, stop } = await startBackend();
  try {
    const target = targetOn({ endpoint });
    expect(await new PageTable(target).count()).toBe(0);
    expect(await new PageTable({ ...target, pagesTableId: 'none' }).count()).toBeNull();
    expect(await new PageTable({ ...target, pagesTableId: 'none' }).heads()).toBeNull();
  } finally {
    await stop();
  }
});
