import { describe, expect, it } from 'vitest';
import { KEY } from '../support/backend.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { chunk, md5, setUpUploads } from './support/upload-setup.ts';

// Tests which uploads are refused, and that they leave nothing behind.

const { setup, upload, expectBytes, send, sendChunk } = setUpUploads();

describe('uploads that are refused', () => {
  const validFile = () => new File([samplePdf()], 'a.pdf');

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
      'two extensions',
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
    ['no id', { file: validFile() }, {}, 400, 'general_argument_invalid'],
    ['a path as id', { fileId: '../x', file: validFile() }, {}, 400, 'general_argument_invalid'],
    [
      'an id of 37 characters',
      { fileId: 'a'.repeat(37), file: validFile() },
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
      { fileId: 'r8', file: validFile() },
      { 'x-appwrite-id': 'unique()' },
      400,
      'storage_invalid_appwrite_id',
    ],
    [
      'more than the bucket allows',
      { fileId: 'r13', file: validFile() },
      { 'content-range': `bytes 0-${chunk - 1}/104857601` },
      400,
      'storage_invalid_file_size',
    ],
    [
      'an unknown bucket',
      { fileId: 'r14', file: validFile() },
      {},
      404,
      'storage_bucket_not_found',
      'nowhere',
    ],
    [
      'an unknown key',
      { fileId: 'r15', file: validFile() },
      { 'x-appwrite-key': 'standard_wrong' },
      401,
      'user_unauthorized',
    ],
    ['no key', { fileId: 'r16', file: validFile() }, { 'x-appwrite-key': '' }, 401, 'user_unauthorized'],
  ])('%s', async (_, fields, headers, status, type, bucketId = 'pdfs') => {
    const response = await send(fields, headers as Record<string, string>, bucketId);
    expect(response).toMatchObject({ status, body: { code: status, type } });
    const { fileId } = fields as { fileId?: string };
    if (!fileId || !/^r\d/.test(fileId)) return;
    await expect(setup.owner.getFile({ bucketId: 'pdfs', fileId })).rejects.toMatchObject({ code: 404 });
  });

  it.each([
    ['%PDF-1.7\n', 201],
    ['%PDF-2.0\n', 201],
    [`${' '.repeat(1016)}%PDF-1.4`, 201],
    [`${' '.repeat(1017)}%PDF-1.4`, 400],
    ['%PDF', 400],
    ['%pdf-1.4', 400],
    ['%PDF-x.y', 400],
  ])('status of a file named .pdf that begins with %j: %i', async (text, status) => {
    expect(await send({ fileId: 'unique()', file: new File([text], 'a.pdf') })).toMatchObject({ status });
  });

  const size = 2 * chunk + 10;
  it.each([
    'bytes',
    'bytes 0-9',
    'bytes 0-9/*',
    'bytes */10',
    'bytes=0-9/10',
    'bytes 0-10/10',
    'bytes 1-9/10',
    'bytes 9-0/10',
    'bytes 0-8/10',
    'bytes -1-9/10',
    'bytes 0-9/10, bytes 0-9/10',
    'bytes 0x0-9/10',
    'bytes 0-0/0',
    `bytes 0-${'9'.repeat(30)}/${'9'.repeat(30)}`,
    `bytes ${chunk}-${size - 1}/${size}`,
    `bytes ${size}-${size}/${size}`,
    'bytes 100-2099/2100',
    // The file has 2,000 bytes.
    'bytes 0-1000/1001',
  ])('a chunk with the Content-Range %s', async (range) => {
    const response = await send(
      { fileId: 'range', file: new File([samplePdf('x', 2000)], 'a.pdf') },
      { 'content-range': range },
    );
    expect(response).toMatchObject({ status: 400, body: { type: 'storage_invalid_content_range' } });
    await expect(setup.owner.getFile({ bucketId: 'pdfs', fileId: 'range' })).rejects.toMatchObject({
      code: 404,
    });
  });

  it('an existing id', async () => {
    await upload('taken', samplePdf());
    await expect(upload('taken', samplePdf('other'))).rejects.toMatchObject({
      code: 409,
      type: 'storage_file_already_exists',
      message: 'A storage file with the requested ID already exists.',
    });
    await expectBytes('taken', samplePdf());
  });

  it('a chunk of another file under the same id', async () => {
    const firstFile = samplePdf('one', chunk + 5000);
    await sendChunk('mixed', firstFile, 0);
    const response = await sendChunk('mixed', samplePdf('two', chunk + 6000), 1);
    expect(response).toMatchObject({ status: 400, body: { type: 'storage_invalid_content_range' } });
    expect((await sendChunk('mixed', firstFile, 1)).body.signature).toBe(md5(firstFile));
  });

  it('a body that is not a form, and so has no id', async () => {
    for (const type of ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x']) {
      const response = await fetch(`${setup.running.endpoint}/storage/buckets/pdfs/files`, {
        method: 'POST',
        headers: { 'x-appwrite-project': 'minbar', 'x-appwrite-key': KEY, 'content-type': type },
        body: '{"fileId":"x"}',
      });
      expect([type, response.status, (await response.json()).message]).toEqual([
        type,
        400,
        'Param "fileId" is not optional.',
      ]);
    }
  });

  it('a body above 12 MiB, with or without a declared length', async () => {
    const oversizedBody = new Uint8Array(12 * 1024 * 1024 + 1);
    const headers = {
      'x-appwrite-project': 'minbar',
      'x-appwrite-key': KEY,
      'content-type': 'multipart/form-data; boundary=x',
    };
    const post = (body: Uint8Array | ReadableStream) =>
      setup.running.backend.app.request('/v1/storage/buckets/pdfs/files', {
        method: 'POST',
        headers: body instanceof Uint8Array ? { ...headers, 'content-length': String(body.length) } : headers,
        body,
        duplex: 'half',
      } as RequestInit);
    let sentBytes = 0;
    const endlessBody = new ReadableStream({
      pull(controller) {
        sentBytes += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    expect((await post(oversizedBody)).status).toBe(413);
    expect((await post(endlessBody)).status).toBe(413);
    expect(sentBytes).toBeLessThan(13 * 1024 * 1024);
  });
});
