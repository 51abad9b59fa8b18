import { createHash } from 'node:crypto';
import { InputFile } from 'node-appwrite/file';
import { beforeAll } from 'vitest';
import { samplePdf } from '../../support/sample-pdf.ts';
import { setUpStorage } from '../../support/storage-setup.ts';

/** Size of the lesson in bytes. */
export const size = 2000;
export const lesson = samplePdf('Lesson', size);
export const sha256 = createHash('sha256').update(lesson).digest('hex');

/** Starts a backend that stores the file `lesson`. */
export function setUpViews() {
  const setup = setUpStorage();
  beforeAll(async () => {
    await setup.owner.createFile({
      bucketId: 'pdfs',
      fileId: 'lesson',
      file: InputFile.fromBuffer(lesson, 'أركان الإسلام (1).pdf'),
    });
  });
  return {
    setup,
    /** Requests the file as a browser does: by a URL, without headers of the API. */
    view(headers: Record<string, string> = {}, method = 'GET', route = 'view'): Promise<Response> {
      const url = `${setup.running.endpoint}/storage/buckets/pdfs/files/lesson/${route}?project=minbar`;
      return fetch(url, { method, headers });
    },
  };
}
