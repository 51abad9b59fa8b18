import { sep } from 'node:path';
import { expect, it } from 'vitest';
import { fileLocation, storeFolders } from './files.ts';

const folders = storeFolders('/data');

it.each(['..', '../../etc/passwd', 'a/b', '%2e%2e', 'con', 'a\u0000b', 'X'.repeat(1000)])(
  'keeps id %j inside the store',
  (id) => {
    const { path, partPath } = fileLocation(folders, id, id);
    expect(path.startsWith(`${folders.files}${sep}`)).toBe(true);
    expect(path.slice(folders.files.length)).toMatch(/^.[0-9a-f]{2}.[0-9a-f]{64}$/);
    expect(partPath.slice(folders.incoming.length)).toMatch(/^.[0-9a-f]{64}$/);
  },
);

it('gives every file a separate path', () => {
  const ids = [
    ['pdfs', 'a'],
    ['pdfs', 'A'],
    ['pdf', 'sa'],
    ['a', 'pdfs'],
  ] as const;
  expect(new Set(ids.map(([bucket, file]) => fileLocation(folders, bucket, file).path)).size).toBe(
    ids.length,
  );
});
