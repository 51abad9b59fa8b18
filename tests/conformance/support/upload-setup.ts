import { createHash } from 'node:crypto';
import { InputFile } from 'node-appwrite/file';
import { beforeAll, expect } from 'vitest';
import type { Change } from '#backend/context.ts';
import { keyHeaders } from '../../support/clients.ts';
import { setUpStorage } from '../../support/storage-setup.ts';

/** Size of every chunk except the last, in bytes. */
export const chunk = 5 * 1024 * 1024;
export const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

interface UploadFields {
  fileId?: string;
  file?: File;
  permissions?: string[];
}

/** Starts a backend, with functions that upload to the bucket `pdfs` through the SDK and as plain requests. */
export function setUpUploads() {
  const setup = setUpStorage();
  /** Events that listeners received. */
  const changes: Change[] = [];
  beforeAll(() => void setup.running.backend.onChange((change) => changes.push(change)));

  const upload = (fileId: string, bytes: Uint8Array, name = 'lesson.pdf') =>
    setup.owner.createFile({ bucketId: 'pdfs', fileId, file: InputFile.fromBuffer(bytes, name) });

  async function expectBytes(fileId: string, bytes: Uint8Array): Promise<void> {
    const download = Buffer.from(await setup.owner.getFileDownload({ bucketId: 'pdfs', fileId }));
    expect(md5(download)).toBe(md5(bytes));
  }

  /** Sends one upload request as an SDK does, without the SDK. */
  async function send(fields: UploadFields, headers: Record<string, string> = {}, bucketId = 'pdfs') {
    const form = new FormData();
    if (fields.fileId !== undefined) form.append('fileId', fields.fileId);
    if (fields.file) form.append('file', fields.file);
    for (const permission of fields.permissions ?? []) form.append('permissions[]', permission);
    const response = await fetch(`${setup.running.endpoint}/storage/buckets/${bucketId}/files`, {
      method: 'POST',
      headers: { ...keyHeaders, ...headers },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  function sendChunk(fileId: string, whole: Uint8Array, index: number, total = whole.length) {
    const first = index * chunk;
    const piece = whole.subarray(first, first + chunk);
    return send(
      { fileId, file: new File([Buffer.from(piece)], 'lesson.pdf') },
      { 'content-range': `bytes ${first}-${first + piece.length - 1}/${total}`, 'x-appwrite-id': fileId },
    );
  }

  return { setup, changes, upload, expectBytes, send, sendChunk };
}
