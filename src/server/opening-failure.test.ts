import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { openBackend } from '#backend/backend.ts';
import { ConfigError } from '#settings/config-error.ts';
import { projectSchema } from '../../tests/support/backend.ts';
import { createSharedFolder, createTestFolder } from '../../tests/support/temporary-folder.ts';
import { messagesIn } from './messages.ts';
import { explainOpeningFailure } from './opening-failure.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = createTestFolder();
  dataDir = join(folder, 'data');
});

/** Returns the owner's messages, in both languages, for this error or, without one, for the error of opening the backend. */
function failureMessages(error?: unknown): string[] {
  return (['en', 'ar'] as const).map((language) => {
    try {
      if (error) throw error;
      openBackend({ dataDir, schema: projectSchema, apiKeys: [] });
      throw new Error('it was opened');
    } catch (thrown) {
      const failure = explainOpeningFailure(thrown, dataDir, messagesIn(language));
      expect(failure).toBeInstanceOf(ConfigError);
      expect((failure as Error).message).toContain(dataDir);
      return (failure as Error).message;
    }
  });
}

test('reports a data folder that is a file', () => {
  writeFileSync(dataDir, '');
  const [en = '', ar = ''] = failureMessages();
  expect(en).toContain('is a file');
  expect(ar).toContain('DATA_DIR');
});

test('reports a data folder inside a file', () => {
  writeFileSync(join(folder, 'lessons'), '');
  dataDir = join(folder, 'lessons/data');
  expect(failureMessages()[0]).toContain('is a file');
});

test.each(['lock', 'minbar.db', 'files/incoming'])('names %s when it cannot be opened', (name) => {
  const path = join(dataDir, name);
  mkdirSync(join(path, '..'), { recursive: true });
  if (name.startsWith('files')) writeFileSync(path, '');
  else mkdirSync(path);
  for (const sentence of failureMessages()) expect(sentence).toContain(path);
});

test.each([
  ['with other bytes', Buffer.alloc(8192, 'x')],
  [
    'with overwritten pages',
    (() => {
      const path = join(createSharedFolder(), 'torn.db');
      const database = new DatabaseSync(path);
      database.exec('CREATE TABLE lessons (name TEXT)');
      const bytes = Buffer.from(database.serialize());
      database.close();
      return bytes.fill(0x7f, 100);
    })(),
  ],
])('reports a damaged database: one %s', (_description, bytes) => {
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'minbar.db'), bytes);
  expect(failureMessages()[0]).toMatch(/damaged[\s\S]*npm run library -- restore/);
});

test.each([
  ['the file system', Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })],
  [
    'the database',
    Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  ],
])('reports a full disk, from an error of %s', (_source, error) => {
  expect(failureMessages(error)[0]).toContain('is full');
});

test('reports a database that another program has locked, and names its file', () => {
  const path = join(dataDir, 'words.db');
  const error = Object.assign(new Error('database is locked'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 5,
    path,
  });
  const [en = '', ar = ''] = failureMessages(error);
  expect(en).toMatch(/Another program is using .*words\.db\. Close that program/);
  expect(ar).toContain('words.db');
});

test('includes the message of a backend error, and returns programming errors unchanged', () => {
  expect(failureMessages(new Error('minbar.db was written by a newer version of Minbar.'))[0]).toContain(
    'a newer version of Minbar',
  );
  const programmingError = new TypeError('undefined is not a function');
  expect(explainOpeningFailure(programmingError, dataDir, messagesIn('en'))).toBe(programmingError);
});

test('reports data written by a newer version', async () => {
  await openBackend({ dataDir, schema: projectSchema, apiKeys: [] }).close();
  const database = new DatabaseSync(join(dataDir, 'minbar.db'));
  database.exec('PRAGMA user_version = 9999');
  database.close();
  const [en = '', ar = ''] = failureMessages();
  expect(en).toMatch(/newer version of Minbar.*Nothing was changed/);
  expect(ar).toMatch(/إصدار أحدث.*لم يتغير شيء/);
});
