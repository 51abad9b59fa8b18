import { describe, expect, it } from 'vitest';
import { KEY } from '../support/backend.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { setUpStorage } from '../support/storage-setup.ts';

// Tests renaming files, changing their permissions, and deleting them.

const setup = setUpStorage();

describe('changing files', () => {
  it('renames and sets permissions, and keeps other values', async () => {
    await setup.put('pdfs', 'change', 'before.pdf');
    const renamedFile = await setup.owner.updateFile({ bucketId: 'pdfs', fileId: 'change', name: 'درس.pdf' });
    expect(renamedFile).toMatchObject({ name: 'درس.pdf', $permissions: [] });
    const publicFile = await setup.owner.updateFile({
      bucketId: 'pdfs',
      fileId: 'change',
      permissions: ['read("any")'],
    });
    expect(publicFile).toMatchObject({ name: 'درس.pdf', $permissions: ['read("any")'] });
  });

  it('refuses a name with a line break', async () => {
    await setup.put('pdfs', 'named', 'named.pdf');
    const change = { bucketId: 'pdfs', fileId: 'named', name: 'a\nb.pdf' };
    await expect(setup.owner.updateFile(change)).rejects.toMatchObject({
      code: 400,
      type: 'general_argument_invalid',
    });
  });

  it('deletes a file, and responds with 404 the second time', async () => {
    await setup.put('pdfs', 'short-lived', 'a.pdf');
    const url = setup.visitor.getFileView({ bucketId: 'pdfs', fileId: 'short-lived' });
    await (await fetch(url)).bytes();
    await setup.owner.deleteFile({ bucketId: 'pdfs', fileId: 'short-lived' });
    expect((await fetch(url)).status).toBe(404);
    await expect(setup.owner.deleteFile({ bucketId: 'pdfs', fileId: 'short-lived' })).rejects.toMatchObject({
      code: 404,
      type: 'storage_file_not_found',
      message: 'The requested file could not be found.',
    });
  });

  /** Sends permissions for a file; `otherRequest` runs after the request has begun and before its body arrives. */
  const sendPermissions = (fileId: string, otherRequest: () => Promise<unknown>) => {
    const json = Buffer.from(JSON.stringify({ permissions: ['read("any")'] }));
    const body = new ReadableStream({
      async pull(controller) {
        await otherRequest();
        controller.enqueue(json);
        controller.close();
      },
    });
    const request = new Request(`${setup.running.endpoint}/storage/buckets/pdfs/files/${fileId}`, {
      method: 'PUT',
      headers: {
        'Content-Length': String(json.length),
        'X-Appwrite-Project': 'minbar',
        'X-Appwrite-Key': KEY,
      },
      body,
      duplex: 'half',
    } as RequestInit);
    return setup.running.backend.app.request(request);
  };

  it('keeps a name that another request changes while permissions arrive', async () => {
    const file = { bucketId: 'pdfs', fileId: 'contested' };
    await setup.put('pdfs', 'contested', 'before.pdf');
    const response = await sendPermissions('contested', () =>
      setup.owner.updateFile({ ...file, name: 'after.pdf' }),
    );
    expect(response.status).toBe(200);
    expect(await setup.owner.getFile(file)).toMatchObject({
      name: 'after.pdf',
      $permissions: ['read("any")'],
    });
  });

  it('responds with 404 if another request deletes the file while the change arrives', async () => {
    await setup.put('pdfs', 'vanishing', 'a.pdf');
    const response = await sendPermissions('vanishing', () =>
      setup.owner.deleteFile({ bucketId: 'pdfs', fileId: 'vanishing' }),
    );
    expect(response.status).toBe(404);
  });

  it('is refused to visitors', async () => {
    await setup.put('pdfs', 'kept', 'kept.pdf');
    const file = { bucketId: 'pdfs', fileId: 'kept' };
    const newFile = { bucketId: 'pdfs', fileId: 'new', file: new File([samplePdf()], 'a.pdf') };
    for (const [action, attempt] of [
      ['update', () => setup.visitor.updateFile({ ...file, name: 'x.pdf' })],
      ['delete', () => setup.visitor.deleteFile(file)],
      ['create', () => setup.visitor.createFile(newFile)],
    ] as const)
      await expect(attempt()).rejects.toMatchObject({
        code: 401,
        type: 'user_unauthorized',
        message: `No permissions provided for action '${action}'`,
      });
    expect((await setup.owner.getFile(file)).name).toBe('kept.pdf');
  });
});
