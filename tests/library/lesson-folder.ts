import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPdf } from '../support/create-pdf.ts';

/** Makes a small PDF with one empty page and a text in its header. */
export function pdf(text: string): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ];
  return createPdf(objects, `${text}\n`);
}

/** Returns the text of such a PDF; null for anything else. */
export function textOf(pdf: string): string | null {
  return /^%PDF-1\.7\n(.*?)\n1 0 obj\n.*\n%%EOF\n$/s.exec(pdf)?.[1] ?? null;
}

/** A test's folder of lessons: path to text. */
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
    const whole = join(this.path, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, pdf(text));
    // Old enough that a scan does not wait for further growth.
    await utimes(whole, new Date('2026-01-01'), new Date('2026-01-01'));
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.path, path), { recursive: true, force: true });
  }

  async delete(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
