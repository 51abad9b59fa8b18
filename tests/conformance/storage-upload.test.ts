import { createHash } from 'node:crypto';
import { Client as WebClient, Storage as WebStorage } from 'appwrite';
import { Client, ID, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '#backend/change.ts';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const chunk = 5 * 1024 * 1024;
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

let running: RunningBackend;
let owner: Storage;
const changes: Change[] = [];

beforeAll(async () => {
  running = await startBackend();
  owner = new Storage(new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY));
  running.backend.onChange((change) => changes.push(change));
});
afterAll(() => running.stop());

const upload = (fileId: string, bytes: Uint8Array, name = 'lesson.pdf') =>
  owner.createFile({ bucketId: 'pdfs', fileId, file: InputFile.fromBuffer(bytes, name) });

async function expectBytes(fileId: string, bytes: Uint8Array): Promise<void> {
  const stored = Buffer.from(await owner.getFileDownload({ bucketId: 'pdfs', fileId }));
  expect(md5(stored)).toBe(md5(bytes));
}

/** One upload request as an SDK sends it, with nothing left to the SDK. */
async function send(
  fields: { fileId?: string; file?: File; permissions?: string[] },
  headers: Record<string, string> = {},
  bucketId = 'pdfs',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  if (fields.fileId !== undefined) form.append('fileId', fields.fileId);
  if (fields.file) form.append('file', fields.file);
  for (const permission of fields.permissions ?? []) form.append('permissions[]', permission);
  const response = await fetch(`${running.endpoint}/storage/buckets/${bucketId}/files`, {
    method: 'POST',
    headers: { 'x-appwrite-project': 'minbar', 'x-appwrite-key': KEY, ...headers },
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

describe('a file in one request (contract 7.1, 7.4)', () => {
  it('answers the file object and keeps the bytes', async () => {
    const bytes = samplePdf('one');
    const file = await upload('one', bytes, 'أركان الإسلام.pdf');
    expect(file).toMatchObject({
      $id: 'one',
      bucketId: 'pdfs',
      $permissions: [],
      name: 'أركان الإسلام.pdf',
      signature: md5(bytes),
      mimeType: 'application/pdf',
      sizeOriginal: bytes.length,
      sizeActual: bytes.length,
      chunksTotal: 1,
      chunksUploaded: 1,
      folder: '',
      key: 'أركان الإسلام.pdf',
    });
    expect(file.$createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    expect(await owner.getFile({ bucketId: 'pdfs', fileId: 'one' })).toEqual(file);
    await expectBytes('one', bytes);
  });

  it('makes an id for unique()', async () => {
    const file = await upload(ID.unique(), samplePdf());
    expect(file.$id).toMatch(/^[0-9a-z]{20}$/);
    const { body } = await send({ fileId: 'unique()', file: new File([samplePdf()], 'a.pdf') });
    expect(body.$id).toMatch(/^[0-9a-f]{20}$/);
  });

  it('keeps permissions that a file can have', async () => {
    const { body } = await send({
      fileId: 'permitted',
      file: new File([samplePdf()], 'a.pdf'),
      permissions: ['read("any")', 'update("users")'],
    });
    expect(body.$permissions).toEqual(['read("any")', 'update("users")']);
  });

  it('tells listeners once, when the file is whole (8.5)', async () => {
    changes.length = 0;
    await upload('told', samplePdf());
    expect(changes).toMatchObject([
      { kind: 'file', action: 'create', bucketId: 'pdfs', fileId: 'told', readers: ['any'] },
    ]);
  });
});

describe('a file in chunks (contract 7.4)', () => {
  const whole = samplePdf('chunked', 2 * chunk + 12_345);
  const large = samplePdf('thirty megabytes', 30_000_000);

  it('comes whole through node-appwrite, its chunks at once, with progress', async () => {
    changes.length = 0;
    const progress: number[] = [];
    const file = await owner.createFile({
      bucketId: 'pdfs',
      fileId: 'node-sdk',
      file: InputFile.fromBuffer(large, 'lesson.pdf'),
      onProgress: ({ progress: percent }) => progress.push(percent),
    });
    expect(file).toMatchObject({
      chunksTotal: 6,
      chunksUploaded: 6,
      signature: md5(large),
      sizeActual: large.length,
    });
    expect(progress).toHaveLength(6);
    await expectBytes('node-sdk', large);
    expect(changes.map(({ action }) => action)).toEqual(['create']);
  });

  it('is refused to a visitor through the web SDK, and nothing is kept', async () => {
    const visitor = new WebStorage(new WebClient().setEndpoint(running.endpoint).setProject('minbar'));
    await expect(
      visitor.createFile({ bucketId: 'pdfs', fileId: 'guest', file: new File([samplePdf()], 'lesson.pdf') }),
    ).rejects.toMatchObject({ code: 401, type: 'user_unauthorized' });
    await expect(owner.getFile({ bucketId: 'pdfs', fileId: 'guest' })).rejects.toMatchObject({ code: 404 });
  });

  it.each([
    ['first to last', 'in-order', [0, 1, 2]],
    ['last to first', 'reversed', [2, 1, 0]],
    ['the middle first', 'middle', [1, 2, 0]],
  ])('comes in any order: %s', async (_, fileId, order) => {
    const answers = [];
    for (const index of order) answers.push(await sendChunk(fileId, whole, index));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map(({ body }) => body.chunksUploaded)).toEqual([1, 2, 3]);
    expect(answers.map(({ body }) => body.signature)).toEqual(['', '', md5(whole)]);
    await expectBytes(fileId, whole);
  });

  it('comes with all chunks at once, the first one too', async () => {
    const answers = await Promise.all([2, 0, 1].map((index) => sendChunk('at-once', whole, index)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map(({ body }) => body.chunksUploaded).sort()).toEqual([1, 2, 3]);
    await expectBytes('at-once', whole);
  });

  it('takes a chunk again and counts it once', async () => {
    await sendChunk('again', whole, 1);
    expect((await sendChunk('again', whole, 1)).body.chunksUploaded).toBe(1);
    await sendChunk('again', whole, 0);
    expect((await sendChunk('again', whole, 2)).body.chunksUploaded).toBe(3);
    await expectBytes('again', whole);
  });

  it('answers 200 with the file to a chunk of a finished file, and changes nothing', async () => {
    await Promise.all([0, 1, 2].map((index) => sendChunk('finished', whole, index)));
    changes.length = 0;
    const other = samplePdf('other', whole.length);
    const { status, body } = await sendChunk('finished', other, 0);
    expect({ status, signature: body.signature }).toEqual({ status: 200, signature: md5(whole) });
    await expectBytes('finished', whole);
    expect(changes).toEqual([]);
  });

  it('is resumed after a look at what is there', async () => {
    await sendChunk('resumed', whole, 0);
    await sendChunk('resumed', whole, 2);
    const seen = await owner.getFile({ bucketId: 'pdfs', fileId: 'resumed' });
    expect(seen).toMatchObject({
      chunksTotal: 3,
      chunksUploaded: 2,
      signature: '',
      mimeType: '',
      sizeActual: 0,
    });
    expect((await sendChunk('resumed', whole, 1)).body.chunksUploaded).toBe(3);
  });

  it('shows no byte before the last chunk, on any route', async () => {
    await sendChunk('half', whole, 0);
    for (const route of ['view', 'download', 'preview']) {
      const response = await fetch(
        `${running.endpoint}/storage/buckets/pdfs/files/half/${route}?project=minbar`,
      );
      expect([route, response.status]).toEqual([route, 404]);
      expect(await response.json()).toMatchObject({ type: 'storage_file_not_found' });
    }
  });

  it('is given up by deleting the half file, and its id is free again', async () => {
    await sendChunk('given-up', whole, 0);
    await owner.deleteFile({ bucketId: 'pdfs', fileId: 'given-up' });
    const small = samplePdf('small');
    await upload('given-up', small);
    await expectBytes('given-up', small);
  });

  it('takes a whole small file that says its range', async () => {
    const small = samplePdf('ranged');
    expect(await sendChunk('ranged', small, 0)).toMatchObject({ status: 201, body: { chunksUploaded: 1 } });
    await expectBytes('ranged', small);
  });
});

describe('uploads that are refused (contract 7.3, 7.4, 1.4)', () => {
  const good = () => new File([samplePdf()], 'a.pdf');

  it.each([
    ['no file part', { fileId: 'r1' }, {}, 400, 'storage_file_empty'],
    ['an empty file', { fileId: 'r2', file: new File([], 'a.pdf') }, {}, 400, 'storage_file_empty'],
    [
      'another extension',
      { fileId: 'r3', file: new File([samplePdf()], 'a.exe') },
      {},
      400,
      'storage_file_type_unsupported',
    ],
    [
      'two dots',
      { fileId: 'r4', file: new File([samplePdf()], 'a.pdf.html') },
      {},
      400,
      'storage_file_type_unsupported',
    ],
    [
      'a page named .pdf',
      { fileId: 'r5', file: new File(['<html>'], 'a.pdf') },
      {},
      400,
      'storage_file_type_unsupported',
    ],
    ['no id', { file: good() }, {}, 400, 'general_argument_invalid'],
    ['a path as id', { fileId: '../x', file: good() }, {}, 400, 'general_argument_invalid'],
    ['an id of 37 characters', { fileId: 'a'.repeat(37), file: good() }, {}, 400, 'general_argument_invalid'],
    [
      'a permission to create',
      { fileId: 'r6', file: good(), permissions: ['create("any")'] },
      {},
      400,
      'general_argument_invalid',
    ],
    [
      'a control character in the name',
      { fileId: 'r7', file: new File([samplePdf()], 'a\u0007.pdf') },
      {},
      400,
      'general_argument_invalid',
    ],
    [
      'unique() as upload id',
      { fileId: 'r8', file: good() },
      { 'x-appwrite-id': 'unique()' },
      400,
      'storage_invalid_appwrite_id',
    ],
    [
      'a malformed range',
      { fileId: 'r9', file: good() },
      { 'content-range': 'bytes 0-9' },
      400,
      'storage_invalid_content_range',
    ],
    [
      'a range past the end',
      { fileId: 'r10', file: good() },
      { 'content-range': 'bytes 0-2000/2000' },
      400,
      'storage_invalid_content_range',
    ],
    [
      'a range of other bytes than it sends',
      { fileId: 'r11', file: good() },
      { 'content-range': 'bytes 0-1000/1001' },
      400,
      'storage_invalid_content_range',
    ],
    [
      'a range off the 5 MiB grid',
      { fileId: 'r12', file: good() },
      { 'content-range': 'bytes 100-2099/2100' },
      400,
      'storage_invalid_content_range',
    ],
    [
      'more than the bucket takes',
      { fileId: 'r13', file: good() },
      { 'content-range': `bytes 0-${chunk - 1}/104857601` },
      400,
      'storage_invalid_file_size',
    ],
    ['an unknown bucket', { fileId: 'r14', file: good() }, {}, 404, 'storage_bucket_not_found', 'nowhere'],
    [
      'an unknown key',
      { fileId: 'r15', file: good() },
      { 'x-appwrite-key': 'standard_wrong' },
      401,
      'user_unauthorized',
    ],
    ['no key', { fileId: 'r16', file: good() }, { 'x-appwrite-key': '' }, 401, 'user_unauthorized'],
  ])('%s', async (_, fields, headers, status, type, bucketId = 'pdfs') => {
    const answer = await send(fields, headers as Record<string, string>, bucketId);
    expect(answer).toMatchObject({ status, body: { code: status, type } });
    const { fileId } = fields as { fileId?: string };
    if (!fileId || !/^r\d/.test(fileId)) return;
    await expect(owner.getFile({ bucketId: 'pdfs', fileId })).rejects.toMatchObject({ code: 404 });
  });

  it('an id that is taken', async () => {
    await upload('taken', samplePdf());
    await expect(upload('taken', samplePdf('other'))).rejects.toMatchObject({
      code: 409,
      type: 'storage_file_already_exists',
      message: 'A storage file with the requested ID already exists.',
    });
    await expectBytes('taken', samplePdf());
  });

  it('a chunk of another file under the same id', async () => {
    const one = samplePdf('one', chunk + 5000);
    await sendChunk('mixed', one, 0);
    const answer = await sendChunk('mixed', samplePdf('two', chunk + 6000), 1);
    expect(answer).toMatchObject({ status: 400, body: { type: 'storage_invalid_content_range' } });
    expect((await sendChunk('mixed', one, 1)).body.signature).toBe(md5(one));
  });

  it('a body that is no form', async () => {
    for (const type of ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x']) {
      const response = await fetch(`${running.endpoint}/storage/buckets/pdfs/files`, {
        method: 'POST',
        headers: { 'x-appwrite-project': 'minbar', 'x-appwrite-key': KEY, 'content-type': type },
        body: '{"fileId":"x"}',
      });
      expect([type, response.status]).toEqual([type, 400]);
    }
  });

  it('a body above 12 MiB, told or endless (1.5)', async () => {
    const big = new Uint8Array(12 * 1024 * 1024 + 1);
    const headers = {
      'x-appwrite-project': 'minbar',
      'x-appwrite-key': KEY,
      'content-type': 'multipart/form-data; boundary=x',
    };
    const ask = (body: Uint8Array | ReadableStream) =>
      running.backend.app.request('/v1/storage/buckets/pdfs/files', {
        method: 'POST',
        headers: body instanceof Uint8Array ? { ...headers, 'content-length': String(body.length) } : headers,
        body,
        duplex: 'half',
      } as RequestInit);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    expect((await ask(big)).status).toBe(413);
    expect((await ask(endless)).status).toBe(413);
    expect(sent).toBeLessThan(13 * 1024 * 1024);
  });
});
