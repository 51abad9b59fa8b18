import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Owner, texts } from '../owner.ts';

// Each archive has three lessons; a second publication corrected one and removed one.
const currentLessons = { 'Fiqh/Wudu.pdf': 'wudu, corrected', 'السيرة/الدرس ١.pdf': 'one' };
const formerLessons = { 'Fiqh/Wudu.pdf': 'wudu', 'Fiqh/Zakah.pdf': 'zakah', 'السيرة/الدرس ١.pdf': 'one' };

let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make({ 'Sample/Lesson.pdf': 'a sample lesson' });
});
afterEach(() => owner.cleanUp());

test.each([
  { format: 1, what: 'without texts, logo and glossary', keepsContent: true },
  { format: 2, what: 'with the rows of each table as text', keepsContent: false },
])('restores an archive of format $format, $what, with its history', async ({ format, keepsContent }) => {
  const glossary = join(owner.root, 'content/glossary.json');
  await writeFile(glossary, '{}');
  const archive = join(import.meta.dirname, `archive-format-${format}.tar.gz`);
  const { code, text } = await owner.run('restore', archive, '--yes');
  expect(code, text).toBe(0);
  expect(texts(await owner.onlineLessons())).toEqual(currentLessons);
  expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
  expect((await owner.run('verify')).code).toBe(0);
  // An archive of the first format has no glossary, so the site keeps its glossary.
  expect((await readFile(glossary, 'utf8')) === '{}').toBe(keepsContent);

  expect((await owner.run('history')).text.match(/^\s*\d+\. /gm)).toHaveLength(2);
  const undoOutput = await owner.run('undo', '2', '--yes');
  expect(undoOutput.code, undoOutput.text).toBe(0);
  expect(texts(await owner.onlineLessons())).toEqual(formerLessons);
});
