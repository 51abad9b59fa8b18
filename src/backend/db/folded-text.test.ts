import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { pageWords } from '#text/page-words.ts';
import { projectSchema } from '../../../tests/support/backend.ts';
import { opened } from '../../../tests/support/stored-files.ts';
import type { TableSchema } from '../schema.ts';
import { foldAhead } from './folded-text.ts';
import { openDatabase } from './migrations.ts';
import { changeRow, findRow, insertRow, removeRow } from './rows.ts';

const pages = projectSchema.databases.get('library')?.tables.get('pages') as TableSchema;
afterEach(() => vi.restoreAllMocks());

test('the text of a page is folded once, however often it is asked for while it is written and replaced', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'minbar-folded-'));
  const database = openDatabase(dataDir, projectSchema);
  const table = opened(database, pages);
  const text = 'a page that no other test has';
  const search = pageWords(text, 'words');
  const own = { _created: '', _updated: '', _permissions: '[]', lesson: 'wudu', page: 1, label: 'words' };
  const put = (_id: string) => insertRow(table, new Map(Object.entries({ ...own, _id, text, search })));
  const replace = vi.spyOn(String.prototype, 'replace');
  const folds = () => replace.mock.contexts.filter((each) => String(each) === text).length;
  pageWords(text, 'words');
  const once = folds();
  put('one');
  expect(findRow(table, 'one')?.search).toBe(search);
  changeRow(table, findRow(table, 'one') ?? {}, new Map([['category', 'fiqh']]));
  removeRow(table, findRow(table, 'one') ?? {});
  put('two');
  expect([once > 0, folds()]).toEqual([true, 2 * once]);
  database.close();
  rmSync(dataDir, { recursive: true });
});

test('others have their turns while many pages are made ready', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10;
    return now;
  });
  const rows = Array.from({ length: 20 }, (_, at) => ({ text: `page ${at}`, label: 'words' }));
  let [turns, isReady] = [0, false];
  const ready = foldAhead(pages, rows).then(() => {
    isReady = true;
  });
  while (!isReady) {
    await setImmediate();
    turns += 1;
  }
  await ready;
  expect(turns).toBeGreaterThanOrEqual(rows.length);
});

test('and before the write of a few begins', async () => {
  let isReady = false;
  const ready = foldAhead(pages, [{ text: 'page', label: 'words' }]).then(() => {
    isReady = true;
  });
  // All that is left to be done in this turn is done before.
  await new Promise(process.nextTick);
  expect(isReady).toBe(false);
  await ready;
});
