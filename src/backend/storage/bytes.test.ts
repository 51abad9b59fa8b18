import { lstatSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../../tests/support/code-point.ts';
import { createSharedFolder } from '../../../tests/support/temporary-folder.ts';
import { chunksOf, contentDisposition, type FilePart, fileBody, parseByteRange } from './bytes.ts';

describe('a Range header (RFC 9110 §14)', () => {
  it('is unsatisfiable for an empty file', () => {
    for (const header of ['bytes=0-', 'bytes=-5']) expect(parseByteRange(header, 0)).toBe('unsatisfiable');
  });

  it('stays within the file', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.option(fc.nat(2000)), fc.nat(1500), (first, last, size) => {
        const range = parseByteRange(`bytes=${first}-${last ?? ''}`, size);
        if (typeof range === 'object') {
          expect(range.first).toBe(first);
          expect(range.last).toBeGreaterThanOrEqual(range.first);
          expect(range.last).toBeLessThan(size);
        }
      }),
    );
  });
});

describe('Content-Disposition (RFC 6266, RFC 8187)', () => {
  it.each([
    ['Steps of wudu.pdf', 'inline; filename="Steps of wudu.pdf"'],
    ['أركان.pdf', `inline; filename="lesson.pdf"; filename*=UTF-8''%D8%A3%D8%B1%D9%83%D8%A7%D9%86.pdf`],
    ['50%.pdf', `inline; filename="lesson.pdf"; filename*=UTF-8''50%25.pdf`],
    ['a"b.pdf', `inline; filename="lesson.pdf"; filename*=UTF-8''a%22b.pdf`],
    ["it's (1)*é.pdf", `inline; filename="lesson.pdf"; filename*=UTF-8''it%27s%20%281%29%2a%C3%A9.pdf`],
    ['a\r\nSet-Cookie: x.pdf', 'inline; filename="aSet-Cookie: x.pdf"'],
    ['\u202efdp.exe', 'inline; filename="fdp.exe"'],
    ['../../etc/passwd', 'inline; filename="....etcpasswd"'],
    ['\u0000', 'inline; filename="lesson"'],
    ['', 'inline; filename="lesson"'],
  ])('contains the name %j safely', (name, header) => {
    expect(contentDisposition('inline', name)).toBe(header);
  });

  it('is a valid header for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (name) => {
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^attachment; filename="[^"%]+"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/);
        expect(() => new Headers({ 'content-disposition': header })).not.toThrow();
      }),
    );
  });
});

describe('bodies of stored files', () => {
  const folder = createSharedFolder();
  const bytes = Buffer.from(Uint8Array.from({ length: 600_000 }, (_, i) => i % 251));

  function writeFixture(name: string, content: Buffer | string): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }
  const part = (path: string, first: number, last: number): FilePart => ({
    path,
    stat: lstatSync(path),
    first,
    last,
  });
  /** Creates a response with these bytes as its body. */
  const respond = (filePart: FilePart) =>
    new Response(fileBody(filePart), { headers: { 'Accept-Ranges': 'bytes' } });
  const read = async (response: Response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of chunksOf(response)?.() ?? []) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  };

  it.each([
    [0, 599_999],
    [0, 0],
    [599_999, 599_999],
    [262_143, 262_145],
    [1, 131_072],
    [1, 131_073],
    [300_000, 599_998],
  ])('return the bytes %i to %i', async (first, last) => {
    const path = writeFixture('bytes', bytes);
    const expected = bytes.subarray(first, last + 1);
    expect(Buffer.from(await respond(part(path, first, last)).arrayBuffer()).equals(expected)).toBe(true);
    const response = respond(part(path, first, last));
    if (chunksOf(response)) expect((await read(response)).equals(expected)).toBe(true);
  });

  it('use one buffer for all chunks of a download', async () => {
    const memory = new Set<ArrayBuffer>();
    const response = respond(part(writeFixture('memory', bytes), 0, bytes.length - 1));
    for await (const chunk of chunksOf(response)?.() ?? []) memory.add(chunk.buffer);
    expect(memory.size).toBe(1);
  });

  it('are refused for a truncated file or a symbolic link', async () => {
    const path = writeFixture('short', bytes);
    const wholeResponse = respond(part(path, 0, 599_999));
    truncateSync(path, 599_999);
    await expect(wholeResponse.arrayBuffer()).rejects.toThrow();
    expect(() => respond(part(path, 599_998, 599_999))).toThrow();
    symlinkSync(path, join(folder, 'link'));
    const link = { ...part(path, 0, 599_999), path: join(folder, 'link') };
    await expect(respond(link).arrayBuffer()).rejects.toThrow('ELOOP');
    expect(() => respond({ ...link, last: 1 })).toThrow('ELOOP');
  });

  it('are refused before the response begins if a large file cannot be opened', () => {
    const wholePart = part(writeFixture('closed', bytes), 0, bytes.length - 1);
    rmSync(wholePart.path);
    expect(() => respond(wholePart)).toThrow('ENOENT');
  });

  it('are read again once a missing file is restored', async () => {
    const path = writeFixture('later', bytes);
    const response = respond(part(path, 0, bytes.length - 1));
    renameSync(path, `${path}.moved`);
    await expect(read(response)).rejects.toThrow('ENOENT');
    renameSync(`${path}.moved`, path);
    expect((await read(response)).equals(bytes)).toBe(true);
  });
});
