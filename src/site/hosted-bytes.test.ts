import { Hono } from 'hono';
import * as server from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY } from '../../tests/support/backend.ts';
import { type HostedDouble, startHostedDouble } from '../../tests/support/hosted-double.ts';
import { samplePdf } from '../../tests/support/sample-pdf.ts';
import { MAX_WHOLE_BYTES, sendLargeFile } from './hosted-bytes.ts';
import type { SiteEnv } from './site-env.ts';

const bytes = samplePdf('A large lesson', MAX_WHOLE_BYTES + 1_000_000);
const path = '/storage/buckets/pdfs/files/large/view';
let hosted: HostedDouble;
let app: Hono<SiteEnv>;

beforeAll(async () => {
  hosted = await startHostedDouble({ projectId: 'mosque' });
  const owner = new server.Client().setEndpoint(hosted.endpoint).setProject('mosque').setKey(KEY);
  const file = InputFile.fromBuffer(bytes, 'Large.pdf');
  await new server.Storage(owner).createFile({ bucketId: 'pdfs', fileId: 'large', file });
  hosted.trouble({ stallsForVisitors: true });
  const { length: size } = bytes;
  const large = {
    fileId: 'large',
    fileName: 'درس كبير.pdf',
    size,
    url: hosted.endpoint + path,
    projectId: 'mosque',
  };
  app = new Hono<SiteEnv>().get(
    '/lesson',
    (context) => sendLargeFile(context, large) ?? context.text('busy', 503),
  );
});
afterAll(() => hosted.stop());

const read = async (headers: Record<string, string> = {}, query = '') => {
  const response = await app.request(`/lesson${query}`, { headers });
  return { response, body: Buffer.from(await response.arrayBuffer()) };
};

test('a lesson whose whole download stalls on the backend comes whole from the site', async () => {
  const stalled = await fetch(`${hosted.endpoint}${path}?project=mosque`);
  const reader = stalled.body?.getReader();
  let size = 0;
  while (size < MAX_WHOLE_BYTES - 100_000) size += (await reader?.read())?.value?.length ?? 0;
  await reader?.cancel();

  const { response, body } = await read({}, '?download');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(body.equals(bytes)).toBe(true);
});

test('a download can be resumed, a viewer can ask for a part, and a cache for news', async () => {
  const { response, body } = await read({ range: `bytes=${bytes.length - 5_000_001}-` });
  expect(response.status).toBe(206);
  expect(body.equals(bytes.subarray(-5_000_001))).toBe(true);
  for (const [first, last] of [
    [0, 0],
    [7, 7],
    [bytes.length - 1, bytes.length - 1],
    [3, 10],
  ] as const)
    expect((await read({ range: `bytes=${first}-${last}` })).body).toEqual(
      Buffer.from(bytes.subarray(first, last + 1)),
    );
  const etag = response.headers.get('etag') ?? '';
  expect((await read({ 'if-none-match': etag })).response.status).toBe(304);
});
