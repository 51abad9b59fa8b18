import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fold } from '#contract/collation/fold.ts';
import { readGlossary } from './glossary-file.ts';
import { projectRoot } from './project-root.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'minbar-glossary-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the project's glossary joins the two scripts, and no word stands in two groups", () => {
  const { words, href } = readGlossary(join(projectRoot, 'content'));
  expect(href).toMatch(/^\/assets\/glossary-[0-9a-f]{8}\.json$/);
  for (const group of words) expect(group.join(' ')).toMatch(/[a-z].*\p{Script=Arabic}/u);
  const forms = words.flat().map(fold);
  expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
});

test('no glossary is no fault', () => {
  expect(readGlossary(folder).words).toEqual([]);
});

test.each([
  ['{', 'not valid JSON'],
  ['{}', 'a list of groups'],
  ['[["fiqh"]]', 'group 1 must be'],
  ['[["a","b"],["x", 5]]', 'group 2 must be'],
  ['[["a"," "]]', 'group 1 must be'],
])('says what is wrong with %s', (json, message) => {
  writeFileSync(join(folder, 'glossary.json'), json);
  expect(() => readGlossary(folder)).toThrow(message);
});
