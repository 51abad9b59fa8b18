import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPdf } from '../support/create-pdf.ts';

/** Creates a small PDF with one empty page and a text in its header. */
export function pdf(text: string): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ];
  return createPdf(objects, `${text}\n`);
}

/** Returns the text of a PDF that `pdf` created; null for other content. */
export function textOf(pdf: string): string | null {
  return /^%PDF-1\.7\n(.*?)\n1 0 obj\n.*\n%%EOF\n$/s.exec(pdf)?.[1] ?? null;
}

/** A temporary folder of lessons; `delete` removes it. */
export class LessonFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(lessons: Record<string, string> = {}): Promise<LessonFolder> {
    const folder = new LessonFolder(await mkdtemp(join(tmpdir(), 'minbar-lessons-')));
    for (const [path, text] of Object.entries(lessons)) await folder.write(path, text);
    return folder;
  }

  async write(path: string, text: string): Promise<void> {
    const fullPath = join(this.path, path);
    await mkdir(dirname(fullPath), { recursive: true });
    await writeFile(fullPath, pdf(text));
    // Sets an old date, because a scan waits before it reads a file that was changed recently.
    await utimes(fullPath, new Date('2026-01-01'), new Date('2026-01-01'));
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.path, path), { recursive: true, force: true });
  }

  async delete(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
