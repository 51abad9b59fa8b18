import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatPlan } from '#library/commands/report.ts';
import { scanFolder } from '#library/folder/scan.ts';
import { messagesIn } from '#library/messages/messages.ts';
import { plan } from '#library/plan/plan.ts';
import { findUnsearchableLessons, formatUnsearchableLessons, toLessonWords } from '#library/words/words.ts';
import { createPdfProcess } from '#reader/pdf-process.ts';
import { createScannedPdf } from '../support/scanned-pdf.ts';
import { LessonFolder } from './lesson-folder.ts';
import { emptyLibrary } from './planned-library.ts';

const languages = ['en', 'ar'] as const;

test('names a lesson of twenty scans with a printed line and its pages without words, and advises text recognition', async () => {
  const folder = await LessonFolder.make();
  const pdfs = createPdfProcess();
  onTestFinished(async () => {
    pdfs.close();
    await folder.delete();
  });
  const path = join(folder.path, 'Fiqh', 'Book.pdf');
  await mkdir(join(folder.path, 'Fiqh'));
  await writeFile(path, createScannedPdf(20), 'latin1');
  await utimes(path, new Date('2026-01-01'), new Date('2026-01-01'));

  const listing = await scanFolder({ folder: folder.path, maxFileBytes: 1e6, settleMs: 0, pdfs });
  const proposal = plan(listing, emptyLibrary, '2026-01-01');
  const { record } = toLessonWords({ lesson: 'a', category: 'b', fileId: 'c' }, await pdfs.read(path));
  const unsearchable = findUnsearchableLessons([{ id: 'a', fileName: 'Book.pdf' }], new Map([['a', record]]));
  for (const language of languages) {
    const messages = messagesIn(language);
    expect(formatPlan(proposal, messages, false).join('\n')).toMatch(
      /\(OCR\)[\s\S]*Fiqh\/Book\.pdf \(20\/20\)/,
    );
    // The doctor and the letter print these lines.
    expect(formatUnsearchableLessons(unsearchable, messages)).toEqual([
      expect.stringMatching(/Book\.pdf \(20\/20\)[\s\S]*\(OCR\)/),
    ]);
  }
});
