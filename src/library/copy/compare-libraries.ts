import { isDeepStrictEqual } from 'node:util';
import { storedName } from '../catalogue/stored-name.ts';
import { storedContent } from '../content-id.ts';
import { type RefusedFile, withoutRefused } from './copy-library.ts';
import type { LibrarySource, RawRow, TargetLibrary } from './library-source.ts';

/**
 * Reads both libraries whole and compares every row and the bytes of every file, but what was refused. Tells by name what is missing
 * or not the same in the copy, and how many rows of it (`extra`) are not in the original.
 */
export async function compareLibraries(
  original: LibrarySource,
  copy: TargetLibrary,
  refused: readonly RefusedFile[] = [],
) {
  const differences: string[] = [];
  let rows = 0;
  let extra = 0;
  for (const name of copy.copied.keys()) {
    const there = new Map((await copy.rows(name)).map((row) => [row.$id, row]));
    for (const row of withoutRefused(await original.rows(name), refused)) {
      rows++;
      const other = there.get(row.$id);
      there.delete(row.$id);
      if (!other || !isDeepStrictEqual(comparable(copy.withUrl(row)), comparable(other))) {
        differences.push(String(row.fileName ?? row.categoryName ?? row.$id));
      }
    }
    extra += there.size;
  }
  const without = new Set(refused.map(({ id }) => id));
  const files = (await original.files()).filter(({ id }) => !without.has(id));
  const copied = new Map((await copy.files()).map((file) => [file.id, file]));
  for (const file of files) {
    const other = copied.get(file.id);
    const same =
      other?.size === file.size &&
      storedName(other.name) === storedName(file.name) &&
      (await storedContent(original, file.id)) === (await storedContent(copy, file.id));
    if (!same) differences.push(file.name);
  }
  return { rows, files: files.length, differences, extra };
}

/** The day a row was last touched is not compared: a backend may write its own. */
function comparable({ $updatedAt: _, ...row }: RawRow) {
  return { ...row, $createdAt: Date.parse(row.$createdAt) };
}
