import { describe, expect, it } from 'vitest';
import { samplePdf } from '../support/sample-pdf.ts';
import { storageBench } from '../support/storage-bench.ts';

/** Renaming files, changing their permissions, and deleting them. */
const bench = storageBench();

describe('changing files', () => {
  it('renames and sets permissions, and keeps other values', async () => {
    await bench.put('pdfs', 'change', 'before.pdf');
    const renamed = await bench.owner.updateFile({ bucketId: 'pdfs', fileId: 'change', name: 'درس.pdf' });
    expect(renamed).toMatchObject({ name: 'درس.pdf', $permissions: [] });
    const publicFile = await bench.owner.updateFile({
      bucketId: 'pdfs',
      fileId: 'change',
      permissions: ['read("any")'],
    });
    expect(publicFile).toMatchObject({ name: 'درس.pdf', $permissions: ['read("any")'] });
  });

  it.each(['', 'a'.repeat(256), 'a\nb.pdf'])('refuses the name %j', async (name) => {
    await bench.put('pdfs', 'named', 'named.pdf').catch(() => undefined);
    await expect(bench.owner.updateFile({ bucketId: 'pdfs', fileId: 'named', name })).rejects.toMatchObject({
      code: 400,
      type: 'general_argument_invalid',
    });
  });

  it('deletes, and answers 404 the second time', async () => {
    await bench.put('pdfs', 'short-lived', 'a.pdf');
    const url = bench.visitor.getFileView({ bucketId: 'pdfs', fileId: 'short-lived' });
    await (await fetch(url)).bytes();
    await bench.owner.deleteFile({ bucketId: 'pdfs', fileId: 'short-lived' });
    expect((await fetch(url)).status).toBe(404);
    await expect(bench.owner.deleteFile({ bucketId: 'pdfs', fileId: 'short-lived' })).rejects.toMatchObject({
      code: 404,
      type: 'storage_file_not_found',
      message: 'The requested file could not be found.',
    });
  });

  it('is not for visitors', async () => {
    await bench.put('pdfs', 'kept', 'kept.pdf');
    const refusal = { code: 401, type: 'user_unauthorized' };
    const file = { bucketId: 'pdfs', fileId: 'kept' };
    await expect(bench.visitor.updateFile({ ...file, name: 'x.pdf' })).rejects.toMatchObject(refusal);
    await expect(bench.visitor.deleteFile(file)).rejects.toMatchObject(refusal);
    await expect(
      bench.visitor.createFile({ bucketId: 'pdfs', fileId: 'new', file: new File([samplePdf()], 'a.pdf') }),
    ).rejects.toMatchObject(refusal);
    expect((await bench.owner.getFile(file)).name).toBe('kept.pdf');
  });
});
