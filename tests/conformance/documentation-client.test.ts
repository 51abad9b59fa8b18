import { Channel, Realtime, Client as WebClient } from 'appwrite';
import { Client, ID, Query, Storage, TablesDB } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { KEY } from '../support/backend.ts';
import { setUpBackend } from '../support/backend-setup.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const running = setUpBackend();
beforeAll(() => {
  // The web SDK's realtime uses a browser's timers and storage.
  vi.stubGlobal('window', {
    setInterval,
    clearInterval,
    setTimeout,
    localStorage: { getItem: () => null },
  });
});
afterAll(() => void vi.unstubAllGlobals());

/** Publishes a lesson like a program written from Appwrite's documentation. */
async function publish(endpoint: string, pdf: Buffer): Promise<string> {
  const client = new Client().setEndpoint(endpoint).setProject('minbar').setKey(KEY);
  const tables = new TablesDB(client);
  const storage = new Storage(client);
  const file = await storage.createFile({
    bucketId: 'pdfs',
    fileId: ID.unique(),
    file: InputFile.fromBuffer(pdf, 'شرح الأربعين.pdf'),
  });
  const row = await tables.createRow({
    databaseId: 'library',
    tableId: 'files',
    rowId: ID.unique(),
    data: {
      url: `${endpoint}/storage/buckets/pdfs/files/${file.$id}/view?project=minbar`,
      fileName: file.name,
      fileSize: file.sizeOriginal,
      fileId: file.$id,
      category: { categoryName: 'الحديث' },
    },
  });
  return row.$id;
}

it('uploads, lists, announces and reads back a lesson of 30 MB', async () => {
  const events: string[] = [];
  const web = new WebClient().setEndpoint(running.endpoint).setProject('minbar');
  const realtime = new Realtime(web);
  await realtime.subscribe(Channel.tablesdb('library').table('files').row(), ({ payload }) => {
    events.push((payload as { $id: string }).$id);
  });
  const pdf = samplePdf('Forty', 30_000_000);
  const id = await publish(running.endpoint, pdf);
  await expect.poll(() => events).toContain(id);

  const { rows } = await new TablesDB(
    new Client().setEndpoint(running.endpoint).setProject('minbar'),
  ).listRows({
    databaseId: 'library',
    tableId: 'files',
    queries: [Query.select(['*', 'category.*']), Query.contains('fileName', 'الأربعين')],
  });
  expect(rows.map((row) => [row.$id, row.category.categoryName, row.fileSize])).toEqual([
    [id, 'الحديث', 30_000_000],
  ]);
  const bytes = Buffer.from(await (await fetch(rows[0]?.url)).arrayBuffer());
  expect(bytes.equals(pdf)).toBe(true);
  await realtime.disconnect();
});
