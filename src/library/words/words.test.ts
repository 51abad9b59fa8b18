import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '#backend/backend.ts';
import type { PdfProcess } from '#reader/pdf-process.ts';
import { LessonFolder } from '../../../tests/library/lesson-folder.ts';
import { localIds } from '../../../tests/library/running-site.ts';
import { projectSchema } from '../../../tests/support/backend.ts';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { scanFolder } from '../folder/scan.ts';
import { plan } from '../plan/plan.ts';
import { openLocalLibrary } from '../store/local-library.ts';
import { publish } from '../store/publish.ts';
import { findUnsearchableLessons, readWords, readWordsRecords, toLessonWords } from './words.ts';

const reading = (labels: readonly ('words' | 'title')[], content: 'pages' | 'xfa' | 'nothing' = 'pages') => ({
  pages: labels.map((label) => ({ label, text: label === 'words' ? 'A text' : '' })),
  unreadPages: [],
  content,
});

test('names lessons with scanned pages, placeholders or blank pages, by reason', () => {
  const readings = {
    'Whole.pdf': reading(['words', 'words', 'title']),
    'Book.pdf': reading(['words', 'title', 'title', 'title']),
    'Scan.pdf': reading(['title', 'title']),
    'Form.pdf': reading(['title'], 'xfa'),
    'Blank.pdf': reading(['title'], 'nothing'),
  };
  const lessons = Object.keys(readings).map((fileName) => ({ id: fileName, fileName }));
  const records = new Map(
    Object.entries(readings).map(([lesson, read]) => [
      lesson,
      toLessonWords({ lesson, category: 'a', fileId: lesson }, read).record,
    ]),
  );
  expect(findUnsearchableLessons(lessons, records)).toEqual({
    pictures: ['Book.pdf (3/4)', 'Scan.pdf (2/2)'],
    xfa: ['Form.pdf'],
    portfolio: [],
    nothing: ['Blank.pdf'],
    locked: [],
    broken: [],
    slow: [],
  });
});

test('rereads lessons with unread pages only during a repair', async () => {
  const folder = await LessonFolder.make({ 'Fiqh/Wudu.pdf': 'wudu' });
  const dataDir = createTestFolder();
  const { databaseId, pagesTableId: tableId } = localIds;
  const backend = openBackend({
    dataDir,
    schema: projectSchema,
    apiKeys: [],
    pagesTable: { databaseId, tableId },
  });
  onTestFinished(async () => {
    await backend.close();
    await folder.delete();
  });
  const local = openLocalLibrary(backend, localIds);
  const listing = await scanFolder({ folder: folder.path, maxFileBytes: 10_000, settleMs: 0 });
  await publish(local, { plan: plan(listing, local.read(), ''), folder: folder.path, by: 'owner' });

  const readings = [{ ...reading(['words', 'title']), unreadPages: [1] }, reading(['words', 'words'])];
  const pdfs = { read: async () => readings.shift(), close: () => {} } as unknown as PdfProcess;
  expect((await readWords(local, { pdfs })).slow).toEqual(['Wudu.pdf (1/2)']);
  expect((await readWords(local, { pdfs })).slow).toEqual([]);
  expect([...readWordsRecords(backend).values()]).toMatchObject([{ lost: 1, found: 1 }]);
  await readWords(local, { pdfs, isRepair: true });
  expect([...readWordsRecords(backend).values()]).toMatchObject([{ lost: 0, found: 2 }]);
});
