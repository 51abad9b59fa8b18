import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Query } from 'node-appwrite';
import { extract } from 'tar';
import { beforeEach, expect, test } from 'vitest';
import { startBackend } from '../../support/backend.ts';
import { visitor } from '../../support/clients.ts';
import { createTestFolder } from '../../support/temporary-folder.ts';

/** Data folders of older commits and versions, each after publishing the same three lessons. */
const folders = [
  { version: '0094a2d', format: 3, description: 'the first to which commands publish' },
  { version: '006717e', format: 3, description: 'the first with an index of names' },
  { version: 'd702228', format: 3, description: 'the first with words of lessons' },
  { version: '1.0.0', format: 4, description: 'the first release' },
];
/** The format of the database to which older ones are upgraded. */
const CURRENT_FORMAT = 5;

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

function read(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => Object.values(row)[0]);
}

test.each(folders)(
  'upgrades a data folder of $version, $description, and saves a copy of its database',
  async ({ version, format }) => {
    await extract({ file: join(import.meta.dirname, `data-${version}.tar.gz`), cwd: dataDir });
    const messages: unknown[] = [];
    const upgrade = { program: '9.9.9', report: (message: unknown) => messages.push(message) };
    const copy = `minbar.db.version-${format}`;

    const site = await startBackend({ dataDir, upgrade });
    const db = visitor(site.endpoint, 'ar');
    const namesOf = async (queries: string[]) => {
      const { rows } = await db.listRows({ databaseId: 'library', tableId: 'files', queries });
      return rows as unknown as { fileName: string; url: string }[];
    };
    const lessons = await namesOf([Query.orderAsc('fileName')]);
    expect(lessons.map(({ fileName }) => fileName)).toEqual([
      'الهجرة.pdf',
      'Prayer in Congregation.pdf',
      'Wudu.pdf',
    ]);
    for (const { url } of lessons)
      expect(await fetch(new URL(url, site.endpoint)).then((response) => response.text())).toMatch(
        /^%PDF[\s\S]*%%EOF\s*$/,
      );
    expect(await namesOf([Query.contains('fileName', 'هجره')])).toHaveLength(1);
    await site.stop();

    const isOlder = format < CURRENT_FORMAT;
    expect(existsSync(join(dataDir, copy))).toBe(isOlder);
    expect(read('minbar.db', 'PRAGMA user_version')).toEqual([CURRENT_FORMAT]);
    expect(read('minbar.db', 'PRAGMA freelist_count')).toEqual([0]);
    const program = isOlder ? '9.9.9' : version;
    expect(read('minbar.db', `SELECT value FROM meta WHERE name = 'program'`)).toEqual([program]);
    if (isOlder) {
      expect(messages[0]).toEqual({ copied: join(dataDir, copy) });
      expect(read(copy, 'PRAGMA user_version')).toEqual([format]);
      expect(read(copy, 'SELECT fileName FROM "rows/library/files"')).toHaveLength(3);
    }

    messages.length = 0;
    await (await startBackend({ dataDir, upgrade })).stop();
    expect(messages).toEqual([]);
  },
);
