import { readdirSync } from 'node:fs';
import { ID } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { describe, expect, it } from 'vitest';
import { diskName, storeFolders } from '#backend/storage/files.ts';
import { keyHeaders } from '../support/clients.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { chunk, md5, setUpUploads } from './support/upload-setup.ts';

// Tests uploads in one request and in chunks.

const { setup, changes, upload, expectBytes, send, sendChunk } = setUpUploads();

describe('a file in one request', () => {
  it('returns the file object and stores the bytes', async () => {
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
    expect(await setup.owner.getFile({ bucketId: 'pdfs', fileId: 'one' })).toEqual(file);
    await expectBytes('one', bytes);
  });

  it('generates an id for unique()', async () => {
    const file = await upload(ID.unique(), samplePdf());
    expect(file.$id).toMatch(/^[0-9a-z]{20}$/);
    const { body } = await send({ fileId: 'unique()', file: new File([samplePdf()], 'a.pdf') });
    expect(body.$id).toMatch(/^[0-9a-f]{20}$/);
  });

  it('stores permissions', async () => {
    const { body } = await send({
      fileId: 'permitted',
      file: new File([samplePdf()], 'a.pdf'),
      permissions: ['read("any")', 'update("users")'],
    });
    expect(body.$permissions).toEqual(['read("any")', 'update("users")']);
  });

  it('notifies listeners once, when the file is complete', async () => {
    changes.length = 0;
    await upload('announced', samplePdf());
    expect(changes).toMatchObject([
      { kind: 'file', action: 'create', bucketId: 'pdfs', fileId: 'announced', readers: ['any'] },
    ]);
  });
});

describe('a file in chunks', () => {
  const chunkedFile = samplePdf('chunked', 2 * chunk + 12_345);
  const largePdf = samplePdf('thirty megabytes', 30_000_000);

  it('is uploaded by node-appwrite, which sends chunks in parallel and reports progress', async () => {
    changes.length = 0;
    const progress: number[] = [];
    const file = await setup.owner.createFile({
      bucketId: 'pdfs',
      fileId: 'node-sdk',
      file: InputFile.fromBuffer(largePdf, 'شرح الأربعين.pdf'),
      onProgress: ({ progress: percent }) => progress.push(percent),
    });
    expect(file).toMatchObject({
      name: 'شرح الأربعين.pdf',
      chunksTotal: 6,
      chunksUploaded: 6,
      signature: md5(largePdf),
      sizeActual: largePdf.length,
    });
    expect(progress).toHaveLength(6);
    await expectBytes('node-sdk', largePdf);
    expect(changes.map(({ action }) => action)).toEqual(['create']);
  });

  it.each([
    ['first to last', 'in-order', [0, 1, 2]],
    ['last to first', 'reversed', [2, 1, 0]],
    ['the middle first', 'middle', [1, 2, 0]],
  ])('is accepted in any order: %s', async (_, fileId, order) => {
    const responses = [];
    for (const index of order) responses.push(await sendChunk(fileId, chunkedFile, index));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(responses.map(({ body }) => body.chunksUploaded)).toEqual([1, 2, 3]);
    expect(responses.map(({ body }) => body.signature)).toEqual(['', '', md5(chunkedFile)]);
    await expectBytes(fileId, chunkedFile);
  });

  it('is accepted with all chunks in parallel', async () => {
    const responses = await Promise.all([2, 0, 1].map((index) => sendChunk('at-once', chunkedFile, index)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(responses.map(({ body }) => body.chunksUploaded).sort()).toEqual([1, 2, 3]);
    await expectBytes('at-once', chunkedFile);
  });

  it('accepts a repeated chunk and counts it once', async () => {
    await sendChunk('again', chunkedFile, 1);
    expect((await sendChunk('again', chunkedFile, 1)).body.chunksUploaded).toBe(1);
    await sendChunk('again', chunkedFile, 0);
    expect((await sendChunk('again', chunkedFile, 2)).body.chunksUploaded).toBe(3);
    await expectBytes('again', chunkedFile);
  });

  it('responds with 200 to a chunk of a finished file, and changes nothing', async () => {
    await Promise.all([0, 1, 2].map((index) => sendChunk('finished', chunkedFile, index)));
    changes.length = 0;
    const other = samplePdf('other', chunkedFile.length);
    const { status, body } = await sendChunk('finished', other, 0);
    expect({ status, signature: body.signature }).toEqual({ status: 200, signature: md5(chunkedFile) });
    await expectBytes('finished', chunkedFile);
    expect(changes).toEqual([]);
  });

  it('is resumed from the chunks that the server has', async () => {
    await sendChunk('resumed', chunkedFile, 0);
    await sendChunk('resumed', chunkedFile, 2);
    const file = await setup.owner.getFile({ bucketId: 'pdfs', fileId: 'resumed' });
    expect(file).toMatchObject({
      chunksTotal: 3,
      chunksUploaded: 2,
      signature: '',
      mimeType: '',
      sizeActual: 0,
    });
    expect((await sendChunk('resumed', chunkedFile, 1)).body.chunksUploaded).toBe(3);
  });

  it('is not served before the last chunk, on any route', async () => {
    await sendChunk('half', chunkedFile, 0);
    for (const route of ['view', 'download']) {
      const response = await fetch(
        `${setup.running.endpoint}/storage/buckets/pdfs/files/half/${route}?project=minbar`,
      );
      expect([route, response.status]).toEqual([route, 404]);
      expect(await response.json()).toMatchObject({ type: 'storage_file_not_found' });
    }
  });

  it('is aborted by deleting the unfinished file, which frees its id', async () => {
    await sendChunk('given-up', chunkedFile, 0);
    await setup.owner.deleteFile({ bucketId: 'pdfs', fileId: 'given-up' });
    const smallPdf = samplePdf('small');
    await upload('given-up', smallPdf);
    await expectBytes('given-up', smallPdf);
  });

  it('is not begun again by a chunk that arrives while its unfinished file is deleted', async () => {
    await sendChunk('cancelled', chunkedFile, 0);
    const form = new FormData();
    form.append('file', new File([Buffer.from(chunkedFile.subarray(chunk, 2 * chunk))], 'lesson.pdf'));
    const encoded = new Response(form);
    const bytes = new Uint8Array(await encoded.arrayBuffer());
    const body = new ReadableStream({
      async pull(controller) {
        await setup.owner.deleteFile({ bucketId: 'pdfs', fileId: 'cancelled' });
        controller.enqueue(bytes);
        controller.close();
      },
    });
    const headers = {
      'Content-Type': encoded.headers.get('content-type') ?? '',
      'Content-Length': String(bytes.length),
      'Content-Range': `bytes ${chunk}-${2 * chunk - 1}/${chunkedFile.length}`,
      'X-Appwrite-Id': 'cancelled',
      ...keyHeaders,
    };
    const { app } = setup.running.backend;
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const response = await app.request('/v1/storage/buckets/pdfs/files', init);
    expect([response.status, await response.json()]).toMatchObject([404, { type: 'storage_file_not_found' }]);
    const smallPdf = samplePdf('small');
    await upload('cancelled', smallPdf);
    await expectBytes('cancelled', smallPdf);
    expect(readdirSync(storeFolders(setup.running.dataDir).incoming)).not.toContain(
      diskName({ bucketId: 'pdfs', $id: 'cancelled' }),
    );
  });

  it('can be small and have a Content-Range', async () => {
    const smallPdf = samplePdf('ranged');
    expect(await sendChunk('ranged', smallPdf, 0)).toMatchObject({
      status: 201,
      body: { chunksUploaded: 1 },
    });
    await expectBytes('ranged', smallPdf);
  });
});
