import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplePdf } from '../../tests/support/sample-pdf.ts';

/** Writes `count` lessons of about so many kilobytes, all different, into ten folders of a library. */
export function writeLessons(folder: string, first: number, count: number, kilobytes: number): void {
  for (let at = first; at < first + count; at += 1) {
    const category = join(folder, `Category ${at % 10}`);
    mkdirSync(category, { recursive: true });
    writeFileSync(
      join(category, `Lesson ${at}.pdf`),
      samplePdf(`Lesson ${at}`, kilobytes * 1000 + (at % 400)),
    );
  }
}
