import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppwriteException } from 'node-appwrite';
import { afterAll, describe, expect, test } from 'vitest';
import { errorSentence } from './error-sentence.ts';
import { messagesIn } from './messages/language.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));

function thrown(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

function notADatabase(): void {
  const path = join(folder, 'minbar.db');
  writeFileSync(path, 'x'.repeat(5000));
  const database = new DatabaseSync(path);
  try {
    database.exec('SELECT * FROM sqlite_schema');
  } finally {
    database.close();
  }
}

const troubles: [string, unknown, RegExp][] = [
  ['no such file', thrown(() => readFileSync(join(folder, 'gone'))), /gone.? is not there/],
  [
    'a folder where a file is needed',
    thrown(() => readFileSync(folder)),
    /is a folder; a file is needed here/,
  ],
  ['a damaged database', thrown(notADatabase), /database in .* is damaged\. Bring back your last backup/],
  ['a fault of the backend', new AppwriteException('Server Error', 500, 'general_unknown'), /doctor/],
  ['a full disk', Object.assign(new Error('no space'), { code: 'ENOSPC' }), /The disk is full/],
];

describe('what went wrong is said in words an owner can act on', () => {
  test.each(troubles)('%s', (_, error, sentence) => {
    const [english, arabic] = (['en', 'ar'] as const).map((language) =>
      errorSentence(error, messagesIn(language), folder),
    );
    expect(english).toMatch(sentence);
    // Codes and the words of engines are nobody's language.
    for (const text of [english, arabic]) expect(text).not.toMatch(/\bE[A-Z]{4,}\b|malformed|Server Error/);
    expect(arabic?.replaceAll(/\u2068[^\u2069]*\u2069/g, '')).not.toMatch(/[a-z]{4,}/i);
  });
});
