import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createPdfProcess } from '#reader/pdf-process.ts';
import { fold } from '#text/fold.ts';
import { createSharedFolder } from '../support/temporary-folder.ts';

/** Starts a process that reads PDFs for the tests of a file. Call it outside tests and hooks. */
export function startTestReader() {
  const folder = createSharedFolder();
  const pdfs = createPdfProcess();
  afterAll(() => pdfs.close());
  let count = 0;
  const reader = {
    ...pdfs,
    /** Writes a created PDF as Latin-1, and returns its path. */
    write(pdf: string): string {
      const path = join(folder, `${count++}.pdf`);
      writeFileSync(path, pdf, 'latin1');
      return path;
    },
    /** Returns the pages of a file; none if it cannot be read. */
    async pagesOf(path: string) {
      const reading = await pdfs.read(path);
      return 'pages' in reading ? reading.pages : [];
    },
    async textOf(path: string): Promise<string> {
      return (await reader.pagesOf(path)).map(({ text }) => text).join('\n');
    },
  };
  return reader;
}

/** Splits a text into its folded words. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words of `truth` that `text` lacks. A word counts as often as it was read. */
export function missingWords(truth: string, text: string): string[] {
  const readWords = Map.groupBy(wordsOf(text), (word) => word);
  return wordsOf(truth).filter((word) => readWords.get(word)?.pop() === undefined);
}
