import { existsSync, readdirSync } from 'node:fs';
import { InputFile } from 'node-appwrite/file';
import { describe, expect, it } from 'vitest';
import { filePlace, storeFolders } from '#backend/storage/file-layout.ts';
import { readingBench } from '../support/reading-bench.ts';
import { samplePdf } from '../support/sample-pdf.ts';

/** Pictures of the first page. */
const { bench } = readingBench();

describe('previews', () => {
  const preview = (query: string, id = 'lesson') =>
    fetch(`${bench.running.endpoint}/storage/buckets/pdfs/files/${id}/preview?project=minbar&${query}`);

  /** Width and height in the header of a PNG. */
  async function pngSize(response: Response): Promise<[number, number]> {
    const bytes = Buffer.from(await response.bytes());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  }

  it('is a PNG of the first page, made once and kept', async () => {
    const first = await preview('width=200');
    const again = await preview('width=200');
    expect([first, again].map(({ headers }) => headers.get('x-appwrite-cache'))).toEqual(['miss', 'hit']);
    expect(first.headers.get('content-type')).toBe('image/png');
    const bytes = await Promise.all([first.bytes(), again.bytes()]);
    expect(Buffer.compare(bytes[0], bytes[1])).toBe(0);
    const etag = again.headers.get('etag') ?? '';
    const url = bench.visitor.getFilePreview({ bucketId: 'pdfs', fileId: 'lesson', width: 200 });
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it.each([
    ['width=300', [300, 424]],
    ['height=424', [300, 424]],
    ['width=300&height=300', [300, 300]],
  ])('%s has the size %j', async (query, expected) => {
    const [width, height] = await pngSize(await preview(query));
    expect(Math.abs(width - Number(expected[0]))).toBeLessThanOrEqual(1);
    expect(Math.abs(height - Number(expected[1]))).toBeLessThanOrEqual(1);
  });

  it.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['jpg', 'image/jpeg'],
    ['jpeg', 'image/jpeg'],
  ])('output=%s is %s', async (output, type) => {
    const response = await preview(`width=50&output=${output}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  });

  it('is cut from the top, or from the corner that is asked', async () => {
    const cut = async (gravity: string) => {
      const response = await preview(`width=60&height=40${gravity}`);
      expect(response.status).toBe(200);
      return Buffer.from(await response.bytes()).toString('base64');
    };
    const top = await cut('');
    expect(await cut('&gravity=top')).toBe(top);
    // A page that is as wide as the picture has no other left or right.
    expect(await cut('&gravity=top-right')).toBe(top);
    expect(await cut('&gravity=bottom-left')).not.toBe(top);
    expect(await cut('&gravity=center')).not.toBe(top);
  });

  it('shows the page, not a cover', async () => {
    await bench.owner.createFile({
      bucketId: 'pdfs',
      fileId: 'other-page',
      file: InputFile.fromBuffer(samplePdf('Another title'), 'a.pdf'),
    });
    const [one, other] = await Promise.all([preview('width=200'), preview('width=200', 'other-page')]);
    expect(Buffer.compare(await one.bytes(), await other.bytes())).not.toBe(0);
  });

  it('is kept in sixteen forms of a file at most, and leaves with the file', async () => {
    await bench.owner.createFile({
      bucketId: 'pdfs',
      fileId: 'many',
      file: InputFile.fromBuffer(samplePdf('Many'), 'a.pdf'),
    });
    for (let width = 20; width < 38; width++)
      expect((await preview(`width=${width}`, 'many')).status).toBe(200);
    const { pictures: folder } = filePlace(storeFolders(bench.running.dataDir), 'pdfs', 'many');
    expect(readdirSync(folder)).toHaveLength(16);
    expect((await preview('width=37', 'many')).headers.get('x-appwrite-cache')).toBe('hit');
    expect((await preview('width=20', 'many')).headers.get('x-appwrite-cache')).toBe('miss');
    await bench.owner.deleteFile({ bucketId: 'pdfs', fileId: 'many' });
    expect(existsSync(folder)).toBe(false);
  });

  it('is never larger than it can be drawn', async () => {
    const [width, height] = await pngSize(await preview('width=4000&height=4000'));
    expect(width * height).toBeLessThanOrEqual(4_000_000);
  });

  it('is a plain cover for a PDF that cannot be drawn, again and again', async () => {
    for (const fileId of ['broken-1', 'broken-2']) {
      const broken = Buffer.from(`%PDF-1.7 ${fileId} is no page`);
      await bench.owner.createFile({ bucketId: 'pdfs', fileId, file: InputFile.fromBuffer(broken, 'a.pdf') });
    }
    const covers = await Promise.all(['broken-1', 'broken-2'].map((id) => preview('width=120', id)));
    expect(covers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = await Promise.all(covers.map((cover) => cover.bytes()));
    expect(Buffer.compare(one ?? Buffer.from('1'), two ?? Buffer.from('2'))).toBe(0);
  });

  it.each(['width=4001', 'height=-1', 'width=x', 'quality=101', 'output=exe', 'gravity=up', 'width=1.5'])(
    '%s is refused',
    async (query) => {
      const response = await preview(query);
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ type: 'general_argument_invalid' }),
      ]);
    },
  );
});
