import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectSchema } from '../../../tests/support/backend.ts';
import { contains, files, pageOf, put } from '../../../tests/support/stored-files.ts';
import { testTerm } from '../search/term.ts';
import { placeIndexes } from './collated-columns.ts';
import { openDatabase } from './open.ts';

test('what was kept by other rules is made anew at the next start, all of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'minbar-recollate-'));
  const before = openDatabase(folder, projectSchema);
  put(before, files, 'one', { fileName: 'أحكام الصيام' });
  put(before, files, 'two', { fileName: 'Fiqh' });
  // As if an older Minbar had written the keys by rules of its own.
  before.exec(
    `UPDATE "rows/library/files" SET "fileName/search" = 'old', "fileName/sort" = x'00', "fileName/place" = -_sequence`,
  );
  for (const sql of placeIndexes(files)) before.exec(sql.replace('CREATE', 'DROP').replace(/ ON .*/, ''));
  before.close();
  const after = openDatabase(folder, projectSchema);
  expect(pageOf(after, [], 'fileName', false)).toEqual(['two', 'one']);
  expect(pageOf(after, [contains('احكام')], 'fileName', false)).toEqual(['one']);
  expect(pageOf(after, [testTerm(files, 'notContains', 'fileName', ['احكام'])], 'fileName', false)).toEqual([
    'two',
  ]);
  after.close();
  rmSync(folder, { recursive: true, force: true });
});
