import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ContentCache, openContentCache, scanFolder } from '../../src/library/folder/scan.ts';
import { readFileContent } from '../../src/library/store/content.ts';
import { createTestFolder } from '../support/temporary-folder.ts';
import { LessonFolder } from './lesson-folder.ts';

let dataDir: string;
let folder: LessonFolder;
beforeEach(async () => {
  dataDir = createTestFolder();
  folder = await LessonFolder.make({ 'Fiqh/Wudu.pdf': 'wudu', 'Fiqh/Prayer.pdf': 'prayer' });
});
afterEach(() => folder.delete());

async function scan(contents: ContentCache) {
  const { lessons } = await scanFolder({
    folder: folder.path,
    maxFileBytes: 1000,
    settleMs: 0,
    cache: contents,
  });
  contents.save();
  return Object.fromEntries(lessons.map(({ fileName, contentId }) => [fileName, contentId]));
}
const cacheFile = () => join(dataDir, 'read-files.json');
/** Marks all cached contents, so that a test can detect whether a file was read again. */
function markCached(): void {
  writeFileSync(
    cacheFile(),
    readFileSync(cacheFile(), 'utf8').replace(/"contentId":"[0-9a-f]+"/g, '"contentId":"cached"'),
  );
}

test('does not reread an unchanged file after the cache is opened again', async () => {
  await scan(openContentCache(dataDir));
  markCached();
  expect(await scan(openContentCache(dataDir))).toEqual({ 'Prayer.pdf': 'cached', 'Wudu.pdf': 'cached' });
});

test('rereads a file that was overwritten, even if size and date are the same', async () => {
  const { 'Wudu.pdf': before } = await scan(openContentCache(dataDir));
  markCached();
  await folder.write('Fiqh/Wudu.pdf', 'WUDU');
  const path = join(folder.path, 'Fiqh/Wudu.pdf');
  utimesSync(path, new Date('2026-01-01'), new Date('2026-01-01'));
  const contentsAfter = await scan(openContentCache(dataDir));
  expect(contentsAfter['Prayer.pdf']).toBe('cached');
  expect(contentsAfter['Wudu.pdf']).toBe((await readFileContent(path)).contentId);
  expect(contentsAfter['Wudu.pdf']).not.toBe(before);
});

test.each(['', '{', 'null', '{"version":0,"files":[["x","y",{}]]}', '{"version":1}'])(
  'ignores a cache file with the content %j',
  async (text) => {
    writeFileSync(cacheFile(), text);
    expect(Object.keys(await scan(openContentCache(dataDir)))).toHaveLength(2);
    expect(JSON.parse(readFileSync(cacheFile(), 'utf8')).files).toHaveLength(2);
  },
);

test('drops files that no longer exist from the cache', async () => {
  await scan(openContentCache(dataDir));
  await folder.remove('Fiqh/Wudu.pdf');
  await scan(openContentCache(dataDir));
  expect(JSON.parse(readFileSync(cacheFile(), 'utf8')).files).toHaveLength(1);
});
