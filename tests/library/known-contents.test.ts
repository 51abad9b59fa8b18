import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KnownContents, openKnownContents, scanFolder } from '../../src/library/folder/scan.ts';
import { readFileContent } from '../../src/library/store/content.ts';
import { LessonFolder } from './lesson-folder.ts';

let dataDir: string;
let folder: LessonFolder;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'minbar-known-'));
  folder = await LessonFolder.make({ 'Fiqh/Wudu.pdf': 'wudu', 'Fiqh/Prayer.pdf': 'prayer' });
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await folder.delete();
});

async function scan(contents: KnownContents) {
  const { lessons } = await scanFolder({ folder: folder.path, largest: 1000, settle: 0, known: contents });
  contents.save();
  return Object.fromEntries(lessons.map(({ fileName, contentId }) => [fileName, contentId]));
}
const keptFile = () => join(dataDir, 'read-files.json');
/** Changes the cached result of a file, which shows whether the file was read again. */
function mark(): void {
  writeFileSync(
    keptFile(),
    readFileSync(keptFile(), 'utf8').replace(/"contentId":"[0-9a-f]+"/g, '"contentId":"kept"'),
  );
}

test('an unchanged file is not read again, by another process either', async () => {
  await scan(openKnownContents(dataDir));
  mark();
  expect(await scan(openKnownContents(dataDir))).toEqual({ 'Prayer.pdf': 'kept', 'Wudu.pdf': 'kept' });
});

test('one that was written since is read, even with the size and date it had', async () => {
  const { 'Wudu.pdf': before } = await scan(openKnownContents(dataDir));
  mark();
  await folder.write('Fiqh/Wudu.pdf', 'WUDU');
  const path = join(folder.path, 'Fiqh/Wudu.pdf');
  utimesSync(path, new Date('2026-01-01'), new Date('2026-01-01'));
  const after = await scan(openKnownContents(dataDir));
  expect(after['Prayer.pdf']).toBe('kept');
  expect(after['Wudu.pdf']).toBe((await readFileContent(path)).contentId);
  expect(after['Wudu.pdf']).not.toBe(before);
});

test.each(['', '{', 'null', '{"version":0,"files":[["x","y",{}]]}', '{"version":1}'])(
  'what is kept as %j is as good as nothing',
  async (text) => {
    writeFileSync(keptFile(), text);
    expect(Object.keys(await scan(openKnownContents(dataDir)))).toHaveLength(2);
    expect(JSON.parse(readFileSync(keptFile(), 'utf8')).files).toHaveLength(2);
  },
);

test('files that are gone are forgotten', async () => {
  await scan(openKnownContents(dataDir));
  await folder.remove('Fiqh/Wudu.pdf');
  await scan(openKnownContents(dataDir));
  expect(JSON.parse(readFileSync(keptFile(), 'utf8')).files).toHaveLength(1);
});
