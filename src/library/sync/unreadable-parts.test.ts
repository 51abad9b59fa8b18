import { expect, test } from 'vitest';
import { TestLibrary } from '../../../tests/library/test-library.ts';
import type { AppwriteLibrary, Mirror } from './appwrite.ts';
import { checkMirror } from './check.ts';
import { FileUnreadable } from './retry.ts';

test('reports a file of the mirror that is unreadable after its first part, and checks the others', async () => {
  const testLibrary = await TestLibrary.make();
  const { local } = testLibrary;
  const library = local.read();
  const { categories, lessons, files } = library;
  const remote = {
    maxFileBytes: async () => 10_000,
    toLessonColumns: async () => ({}),
    open: async () =>
      (async function* () {
        yield Buffer.from('%PDF-');
        throw new FileUnreadable(new Error('status 500'));
      })(),
  } as unknown as AppwriteLibrary;
  const rows = new Map(lessons.map(({ id, publishedAt }) => [id, { $createdAt: publishedAt }]));
  const state = { categories, lessons, files, rows } as unknown as Mirror['state'];
  const faults = await checkMirror(local, { remote, state, library }, () => {});
  expect(faults.map(({ kind }) => kind)).toEqual(lessons.map(() => 'unreadable'));
  await testLibrary.cleanUp();
});
