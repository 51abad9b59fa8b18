import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pdf } from '../../../tests/library/lesson-folder.ts';
import { TestLibrary } from '../../../tests/library/test-library.ts';
import { computeContentId } from '../store/content.ts';
import type { AppwriteLibrary, Mirror } from './appwrite.ts';
import { checkMirror } from './check.ts';
import { type PullOptions, pull } from './pull.ts';
import { FileUnreadable } from './retry.ts';

const pullMirror = async (options: Partial<PullOptions> = {}) =>
  pull(testLibrary.local, mirror, {
    isDryRun: false,
    folder: testLibrary.folder.path,
    listing: await testLibrary.scan(),
    onFile: () => {},
    signal: new AbortController().signal,
    ...options,
  });

/** Adds a lesson to the mirror whose file the library lacks. */
function addLessonToMirror(id: string, fileId: string, fileSize = 10): void {
  const [lesson] = mirror.state.lessons;
  if (!lesson) throw new Error('no lesson');
  const fileName = `${id}.pdf`;
  mirror.state.lessons = [...mirror.state.lessons, { ...lesson, id, fileId, fileName, fileSize }];
  mirror.state.files.set(fileId, { name: fileName, size: fileSize, md5: null });
}

/** A mirror that is equal to the library, but cannot read any file after its first part. */
let mirror: Mirror;
let testLibrary: TestLibrary;
beforeEach(async () => {
  testLibrary = await TestLibrary.make();
  const library = testLibrary.local.read();
  const { categories, lessons } = library;
  const remote = {
    name: 'mirror',
    maxFileBytes: async () => 10_000,
    toLessonColumns: async () => ({}),
    readJournal: async () => [],
    open: async () =>
      (async function* () {
        yield Buffer.from('%PDF-');
        throw new FileUnreadable(new Error('status 500'));
      })(),
  } as unknown as AppwriteLibrary;
  const rows = new Map(lessons.map(({ id, publishedAt }) => [id, { $createdAt: publishedAt }]));
  const state = {
    categories,
    lessons,
    files: testLibrary.local.listFiles(),
    rows,
  } as unknown as Mirror['state'];
  mirror = { remote, state, library };
});
afterEach(() => testLibrary.cleanUp());

test('a check reports files that are unreadable after their first part', async () => {
  const faults = await checkMirror(testLibrary.local, mirror, () => {});
  expect(faults.map(({ kind }) => kind)).toEqual(mirror.library.lessons.map(() => 'unreadable'));
});

test.each(['stranger', 'f'.repeat(36)])(
  'a pull skips a lesson whose file %s is unreadable',
  async (fileId) => {
    addLessonToMirror('new', fileId);
    for (const isDryRun of [true, false]) {
      const { damagedNames, library } = await pullMirror({ isDryRun });
      expect(damagedNames).toEqual(['new.pdf']);
      expect(library.lessons).toHaveLength(mirror.library.lessons.length);
    }
  },
);

test.each([
  ['has other content than its id says', pdf('other'), 'f'.repeat(36)],
  ['is not a PDF', 'a page of a proxy', 'stranger'],
  ['is empty', '', 'stranger'],
])('a pull names a lesson whose file %s, and copies the other lessons', async (_, content, fileId) => {
  const good = Buffer.from(pdf('good'));
  const goodId = await computeContentId(Readable.from([good]));
  addLessonToMirror('other', fileId);
  addLessonToMirror('good', goodId);
  mirror.remote.open = async (id) => Readable.from([id === goodId ? good : Buffer.from(content)]);
  for (const isDryRun of [true, false]) {
    const { damagedNames, library } = await pullMirror({ isDryRun });
    expect(damagedNames).toEqual(['other.pdf']);
    expect(library.lessons.filter(({ id }) => ['other', 'good'].includes(id))).toMatchObject([
      { id: 'good', fileId: goodId },
    ]);
  }
});

test('a pull fetches the file of a lesson that an earlier pull copied without it', async () => {
  const bytes = Buffer.from(pdf('new'));
  const fileId = await computeContentId(Readable.from([bytes]));
  addLessonToMirror('new', fileId, bytes.length);
  const first = await pullMirror({ copiesDamaged: true });
  expect(first.damagedNames).toEqual(['new.pdf']);
  mirror.library = first.library;
  mirror.remote.open = async () => Readable.from([bytes]);
  for (const isDryRun of [true, false]) {
    const { library, damagedNames, changedNames } = await pullMirror({ isDryRun });
    expect([damagedNames, changedNames]).toEqual([[], []]);
    expect(library.lessons.find(({ id }) => id === 'new')?.contentId).toBe(fileId);
  }
  expect(testLibrary.local.hasBytes(fileId)).toBe(true);
});

test('a pull fetches a file whose bytes are no longer on the disk, although its row is', async () => {
  const [lesson] = mirror.library.lessons;
  const { fileId = '', category = '', fileName = '' } = lesson ?? {};
  const path = testLibrary.local.filePath(fileId) ?? '';
  const bytes = await readFile(path);
  await rm(path);
  await testLibrary.folder.remove(`${category}/${fileName}`);
  mirror.remote.open = async () => Readable.from([bytes]);
  await pullMirror();
  expect(await readFile(path)).toEqual(bytes);
});
