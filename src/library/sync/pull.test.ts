import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestLibrary } from '../../../tests/library/test-library.ts';
import type { AppwriteLibrary, Mirror } from './appwrite.ts';
import { checkMirror } from './check.ts';
import { pull } from './pull.ts';
import { FileUnreadable } from './retry.ts';

/** A mirror that is equal to the library, but cannot read any file after its first part. */
let mirror: Mirror;
let testLibrary: TestLibrary;
beforeEach(async () => {
  testLibrary = await TestLibrary.make();
  const library = testLibrary.local.read();
  const { categories, lessons, files } = library;
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
  const state = { categories, lessons, files: new Map(files), rows } as unknown as Mirror['state'];
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
    const [lesson] = mirror.state.lessons;
    if (!lesson) throw new Error('no lesson');
    mirror.state.lessons = [...mirror.state.lessons, { ...lesson, id: 'new', fileId, fileName: 'New.pdf' }];
    mirror.state.files.set(fileId, { name: 'New.pdf', size: 10, md5: null });
    const { damagedNames, library } = await pull(testLibrary.local, mirror, {
      isDryRun: false,
      folder: testLibrary.folder.path,
      listing: await testLibrary.scan(),
      onFile: () => {},
      signal: new AbortController().signal,
    });
    expect(damagedNames).toEqual(['New.pdf']);
    expect(library.lessons).toHaveLength(mirror.library.lessons.length);
  },
);
