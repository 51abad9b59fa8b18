import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppwriteException } from 'node-appwrite';
import { describe, expect, test } from 'vitest';
import { createSharedFolder } from '../../../tests/support/temporary-folder.ts';
import { messagesIn } from '../messages/messages.ts';
import { errorSentence } from './error-sentence.ts';

const folder = createSharedFolder();

function catchError(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('no error was thrown');
}

function openInvalidDatabase(): void {
  const path = join(folder, 'minbar.db');
  writeFileSync(path, 'x'.repeat(5000));
  const database = new DatabaseSync(path);
  try {
    database.exec('SELECT * FROM sqlite_schema');
  } finally {
    database.close();
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: not a sentence`), { code, syscall: 'open', path: '/x' });
}

const errors: [string, unknown, RegExp][] = [
  ['no such file', catchError(() => readFileSync(join(folder, 'gone'))), /gone.? does not exist/],
  [
    'a folder where a file is needed',
    catchError(() => readFileSync(folder)),
    /is a folder, but a file is needed here/,
  ],
  [
    'a damaged database',
    catchError(openInvalidDatabase),
    /database in .* is damaged\. Restore your last backup/,
  ],
  [
    'a database that another program has locked',
    Object.assign(new Error('database is locked'), { errcode: 5, path: '/x/words.db' }),
    /words\.db.* is in use by another program\. Close it there/,
  ],
  ['a fault of the backend', new AppwriteException('Server Error', 500, 'general_unknown'), /doctor/],
  ['too many open files', systemError('EMFILE'), /Too many files are open/],
  ['no process slots', systemError('EAGAIN'), /cannot start another program/],
  ['no memory for a process', systemError('ENOMEM'), /cannot start another program/],
  [
    'a file that is too large for a disk',
    systemError('EFBIG'),
    /The disk that contains .*\/x.* does not accept a file this large.*exFAT/,
  ],
  ['a code without a specific message', systemError('EXDEV'), /The system refused an operation on .*\/x/],
  [
    'a request that timed out',
    AbortSignal.abort(new DOMException('late', 'TimeoutError')).reason,
    /stopped responding/,
  ],
  ['a broken connection', systemError('ECONNRESET'), /stopped responding/],
  [
    'a database on a full disk',
    Object.assign(new Error('full'), { errcode: 13 }),
    /The disk that contains .* is full/,
  ],
  [
    'a database that this user is not allowed to write',
    Object.assign(new Error('readonly'), { errcode: 1544 }),
    /is not allowed to read or write/,
  ],
  [
    'a full disk that also prevents closing a file',
    new SuppressedError(new Error('not closed'), Object.assign(new Error('no space'), { code: 'ENOSPC' })),
    /The disk that contains .* is full/,
  ],
  [
    'a full disk',
    Object.assign(new Error('no space'), { code: 'ENOSPC' }),
    /The disk that contains .* is full/,
  ],
];

describe('errors are explained with a remedy', () => {
  test.each(errors)('%s', (_, error, sentence) => {
    const [english, arabic] = (['en', 'ar'] as const).map((language) =>
      errorSentence(error, messagesIn(language), folder),
    );
    expect(english).toMatch(sentence);
    // Messages must not contain error codes or internal terms.
    for (const text of [english, arabic])
      expect(text?.replace(/\([^)]*EXDEV.?\)/, '')).not.toMatch(
        /\bE[A-Z]{4,}\b|malformed|Server Error|not a sentence/,
      );
    expect(arabic?.replaceAll(/\u2068[^\u2069]*\u2069|\n {4}npm .*/g, '')).not.toMatch(/[a-z]{4,}/i);
  });
});
