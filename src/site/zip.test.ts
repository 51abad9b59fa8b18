import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { type ZipEntry, zip, zipBytes } from './zip.ts';

const entry = (name: string, text: string, size = Buffer.byteLength(text)): ZipEntry => ({
  name,
  size,
  async *read() {
    yield Buffer.from(text).subarray(0, 3);
    yield Buffer.from(text).subarray(3);
  },
});

async function bytesOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('an archive has the computed length and lists its files', async () => {
  const entries = [entry('أحكام الصيام.pdf', 'fasting'), entry('On mercy.pdf', 'mercy, mercy')];
  const bytes = await bytesOf(entries);
  expect(bytes.length).toBe(zipBytes(entries));
  // The end record refers to the directory, which refers to each file (APPNOTE.TXT 4.3).
  const end = bytes.length - 22;
  expect([bytes.readUInt32LE(end), bytes.readUInt16LE(end + 10)]).toEqual([0x06054b50, 2]);
  let offset = bytes.readUInt32LE(end + 16);
  for (const [name, text] of [
    ['أحكام الصيام.pdf', 'fasting'],
    ['On mercy.pdf', 'mercy, mercy'],
  ] as const) {
    const length = bytes.readUInt16LE(offset + 28);
    expect(bytes.subarray(offset + 46, offset + 46 + length).toString()).toBe(name);
    expect(bytes.readUInt32LE(offset + 16)).toBe(crc32(text));
    const local = bytes.readUInt32LE(offset + 42);
    expect(bytes.subarray(local + 30 + length, local + 30 + length + text.length).toString()).toBe(text);
    offset += 46 + length;
  }
});

test('an archive can be opened by Python', async () => {
  const folder = createTestFolder();
  const path = join(folder, 'a.zip');
  writeFileSync(path, await bytesOf([entry('أحكام.pdf', 'fasting'), entry('b.pdf', 'mercy')]));
  const script =
    'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip(),[(i.filename,z.read(i).decode()) for i in z.infolist()])';
  let listing: string | undefined;
  try {
    listing = execFileSync('python3', ['-c', script, path], { encoding: 'utf8' });
  } catch (error) {
    // Skipped on a machine without Python.
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
  }
  if (listing !== undefined)
    expect(listing.trim()).toBe("None [('أحكام.pdf', 'fasting'), ('b.pdf', 'mercy')]");
  expect(readFileSync(path).length).toBeGreaterThan(0);
});
