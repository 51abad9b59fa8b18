import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programFolder } from '#settings/folders.ts';
import { fold } from '#text/fold.ts';
import { readGlossary } from './glossary-asset.ts';

test("the project's glossary joins the two scripts, and no word stands in two groups", () => {
  const { words, href } = readGlossary(join(programFolder, 'content'));
  expect(href).toMatch(/^\/assets\/glossary-[0-9a-f]{8}\.json$/);
  for (const group of words) expect(group.join(' ')).toMatch(/[a-z].*\p{Script=Arabic}/u);
  const forms = words.flat().map(fold);
  expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
});
