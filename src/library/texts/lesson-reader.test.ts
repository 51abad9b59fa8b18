import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { createLessonReader } from './lesson-reader.ts';

const pdf = join(import.meta.dirname, '../../../tests/reader/arabic-pdfs/14-xelatex-p4.pdf');

test('one of several processes opens files while the others read ahead', async () => {
  await using reader = createLessonReader({ width: 2 });
  expect(await reader.opener?.open(pdf)).toEqual({ pages: 3, isPictures: false });
  expect(createLessonReader({ width: 1 }).opener).toBeUndefined();
});

test('files are read ahead of being asked for, and anew where they were changed meanwhile', async () => {
  const room = await mkdtemp(join(tmpdir(), 'minbar-reader-'));
  const reader = createLessonReader();
  try {
    const path = join(room, 'lesson.pdf');
    await copyFile(pdf, path);
    const { mtimeMs: modifiedAt } = await stat(path);
    const opened: string[] = [];
    const catalogue = {
      open: async (fileId: string) => {
        opened.push(fileId);
        return null;
      },
    } as unknown as Catalogue;
    const here = new Map([['same', { path, modifiedAt }]]);
    reader.readAhead('same', { path, modifiedAt });
    const same = await reader.read('same', { catalogue, here });
    expect(same && 'pages' in same && same.pages[0]?.label).toBe('words');
    expect(opened).toEqual([]);
    await utimes(path, new Date(), new Date(modifiedAt + 5000));
    expect(await reader.read('same', { catalogue, here })).toBeUndefined();
    expect(opened).toEqual(['same']);
  } finally {
    await reader.close();
    await rm(room, { recursive: true });
  }
});
