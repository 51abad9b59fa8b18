import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { readGlossaryFile } from './glossary-file.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

test('accepts a missing glossary', () => {
  expect(readGlossaryFile(folder)).toEqual([]);
});

test.each([
  ['{', 'not valid JSON'],
  ['{}', 'a list of groups'],
  ['[["fiqh"]]', 'group 1 must be'],
  ['[["a","b"],["x", 5]]', 'group 2 must be'],
  ['[["a"," "]]', 'group 1 must be'],
])('reports the mistake in %s', (json, message) => {
  writeFileSync(join(folder, 'glossary.json'), json);
  expect(() => readGlossaryFile(folder)).toThrow(message);
});
