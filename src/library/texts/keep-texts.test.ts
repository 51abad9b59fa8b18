import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Query } from 'node-appwrite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { compilePageQuery } from '#text/page-query.ts';
import { Owner } from '../../../tests/library/owner.ts';
import { targetOn } from '../../../tests/library/target-on.ts';
import { type RunningBackend, startBackend } from '../../../tests/support/backend.ts';
import { visitor } from '../../../tests/support/clients.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { isAllRead, noteAllRead } from './keep-folder-texts.ts';
import { keepTexts } from './keep-texts.ts';
import { PageTable } from './page-table.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const corpus = join(import.meta.dirname, '../../../tests/reader/arabic-pdfs');
const lessons = {
  'Fiqh/Wudu.pdf': '06-chromium-p1.pdf',
  'Fiqh/Fasting.pdf': '07-chromium-p2.pdf',
  'Manners/Rotated.pdf': '46-rotated-p4.pdf',
  'Manners/Pictures.pdf': '38-scan-p5.pdf',
  'Manners/Locked.pdf': '44-encrypted-p2.pdf',
};

let owner: Owner;
let running: RunningBackend | undefined;
async function put(path: string, pdf: string) {
  const to = join(owner.folder.path, path);
  await mkdir(dirname(to), { recursive: true });
  await copyFile(join(corpus, pdf), to);
}
beforeAll(async () => {
  owner = await Owner.make();
  for (const [path, pdf] of Object.entries(lessons)) await put(path, pdf);
});
afterAll(async () => {
  await running?.stop();
  await owner.leave();
});

/** The pages a visitor finds, as lesson's name and page. */
async function find(search: string, ...queries: string[]): Promise<string[]> {
  const backend = await startBackend({ dataDir: owner.dataDir });
  try {
    const tables = visitor(backend.endpoint);
    const needs = compilePageQuery(search).map(({ values }) => Query.contains('search', [...values]));
    const place = { databaseId: 'library', tableId: 'pages' };
    const { rows } = await tables.listRows({ ...place, queries: [...needs, ...queries] });
    const { rows: files } = await tables.listRows({ databaseId: 'library', tableId: 'files' });
    const names = new Map(files.map(({ $id, fileName }) => [$id, fileName]));
    return rows.map(({ lesson, page }) => `${names.get(lesson)} ${page}`).sort();
  } finally {
    await backend.backend.close();
    await backend.stop().catch(() => {});
  }
}

describe('the words inside the lessons', () => {
  test('are found when the lessons are published, and the owner hears of those that cannot be', async () => {
    const { code, text } = await owner.run('publish', '--yes');
    expect(code, text).toBe(0);
    expect(text.split('The pages of 1 lesson are pictures')).toHaveLength(2);
    expect(text).toContain('Manners/Pictures.pdf');
    expect(text).toContain('1 lesson asks for a password');
    // As a visitor types it, without the vowels that stand in the PDF.
    expect(await find('الصائم رمضان')).toContain('Fasting.pdf 1');
    expect(await find('الوضوء')).toContain('Wudu.pdf 1');
    expect(await find('زقزوق')).toEqual([]);
    expect((await owner.run('doctor')).text).toContain('those of 3 lessons can be found');
    expect((await owner.run('verify')).text).not.toContain('not read yet');
  });

  test('follow a lesson to its new name, category and edition, and go with it', async () => {
    const fiqh = await find('الوضوء');
    expect(fiqh.length).toBeGreaterThan(0);
    await rename(join(owner.folder.path, 'Fiqh/Wudu.pdf'), join(owner.folder.path, 'Manners/Steps.pdf'));
    await put('Fiqh/Fasting.pdf', '25-qpdf-p5.pdf');
    await rm(join(owner.folder.path, 'Manners/Rotated.pdf'));
    const [heads, listed] = [
      vi.spyOn(PageTable.prototype, 'heads'),
      vi.spyOn(AppwriteCatalogue.prototype, 'lessons'),
    ];
    const { code, text } = await owner.run('publish', '--yes', '--remove', '1');
    expect(code, text).toBe(0);
    // The library is listed for the question; of its texts only those of the three are asked for.
    expect(heads.mock.calls).toEqual([[expect.toSatisfy((asked: string[]) => asked.length === 3)]]);
    expect(listed).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
    expect(text).toMatch(/The pages of 1 lesson are pictures.*\n.*Manners\/Pictures.pdf/);
    expect(await find('الوضوء')).toEqual(fiqh.map((place) => place.replace('Wudu', 'Steps')));
    expect(await find('الصائم رمضان')).toEqual([]);
    expect(await find('الصدق')).toContain('Fasting.pdf 1');
    expect(await find('الهجرية')).toEqual([]);
  });

  test('come back with a lesson that is taken back', async () => {
    const { code, text } = await owner.run('undo', '--yes');
    expect(code, text).toBe(0);
    expect(await find('الصائم رمضان')).toContain('Fasting.pdf 1');
    expect(await find('الهجرية')).not.toEqual([]);
    expect((await owner.run('verify')).text).not.toContain('not read yet');
  });

  test('are looked at as a whole after another publisher, or a reading that was broken off', () => {
    noteAllRead(owner.dataDir, 'as it was', 4);
    expect(isAllRead(owner.dataDir, 'as it was', 4)).toBe(true);
    expect(isAllRead(owner.dataDir, 'as it is', 4)).toBe(false);
    // Restored from a backup, which has no texts.
    expect(isAllRead(owner.dataDir, 'as it was', 0)).toBe(false);
  });

  test('are read once, and anew where they are lost', async () => {
    const backend = await startBackend({ dataDir: owner.dataDir });
    const target = targetOn(backend);
    const [catalogue, table] = [new AppwriteCatalogue(target), new PageTable(target)];
    const paths = new Map();
    expect(await keepTexts({ catalogue, table, paths })).toMatchObject({ read: 0 });
    const [lost] = (await table.heads()) ?? [];
    await table.remove(lost?.lesson ?? '');
    const stop = new AbortController();
    stop.abort();
    await expect(keepTexts({ catalogue, table, paths, signal: stop.signal })).rejects.toThrow();
    // From the stored file: it is not at hand on this computer.
    expect(await keepTexts({ catalogue, table, paths })).toMatchObject({ read: 1 });
    expect(await table.heads()).toHaveLength(5);
    expect(
      await keepTexts({ catalogue, table: new PageTable({ ...target, pagesTableId: 'none' }), paths }),
    ).toBeNull();
    await backend.stop();
  });
});
