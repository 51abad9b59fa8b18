import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { lessonFolder, saveLessonFolder } from './lesson-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

const settings = (libraryDir?: string, library = 'embedded') => ({
  root: '/site',
  dataDir,
  libraryDir,
  library,
});

test('remembers the lesson folder of each library until its default folder is published again', () => {
  expect(lessonFolder(settings())).toBe('/site/content/library');
  expect(saveLessonFolder(settings(), '/disk/lessons')).toBe(true);
  expect(lessonFolder(settings())).toBe('/disk/lessons');
  expect(lessonFolder(settings(undefined, 'https://example.org/v1 mosque'))).toBe('/site/content/library');
  saveLessonFolder(settings(), '/site/content/library');
  expect(lessonFolder(settings())).toBe('/site/content/library');
});

test('LIBRARY_DIR takes precedence', () => {
  saveLessonFolder(settings(), '/disk/lessons');
  expect(lessonFolder(settings('other'))).toBe('/site/other');
  expect(saveLessonFolder(settings('other'), '/disk/more')).toBe(false);
  expect(saveLessonFolder(settings('other'), '/site/other')).toBe(true);
});

test.each(['', '{', '[]', '{"embedded":7}', '{"embedded":"relative"}', 'null'])(
  'ignores the invalid content %j',
  (text) => {
    writeFileSync(join(dataDir, 'lesson-folder.json'), text);
    expect(lessonFolder(settings())).toBe('/site/content/library');
  },
);
