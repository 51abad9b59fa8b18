import { existsSync } from 'node:fs';
import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, otherLanguage } from '#contract/language.ts';
import { readJson } from '#settings/json-file.ts';
import type { FolderChoices } from '#settings/site-file.ts';
import { messagesIn } from '../messages/messages.ts';
import { readOpens } from '../opens/opens.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import { readWordsRecords } from '../words/words.ts';
import { fridayLetterNames, makeFridayLetter } from './friday-letter.ts';
import { composeStatusLetter, type FolderStatus, statusLetterNames } from './status-letter.ts';

interface LettersOptions {
  local: LocalLibrary;
  dataDir: string;
  language: Language;
  /** Returns the owner's current choices; called for each letter, because the owner can change them while the site runs. */
  choices(): FolderChoices;
  /** The site's address; null if it is not known. */
  origin: string | null;
  log(line: string): void;
}

const THURSDAY = 4;
/** Maximum number of most opened lessons in the status letter. */
const MOST_OPENED_LESSONS = 5;

/** Path of the file in the data folder in which a backup records its time. */
export const lastBackupPath = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** Reports a publication: the folder as it was read, and lessons that could not be published. */
export type ReportStatus = (folder: string, status: FolderStatus) => Promise<void>;

/** File name of a letter while it is written; publications and watches ignore it. */
const PART_NAME = '.minbar-letter.tmp';

/** Byte order mark, so that editors and phones recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes a letter to the owner's folder atomically, and only if its text has changed, so that sync programs do not copy it again.
 * Rejects with the system's error if the folder cannot be written.
 */
export async function writeLetter(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  const bytes = Buffer.from(`${BYTE_ORDER_MARK}${text}\n`);
  // Does not follow links, which other users of a shared folder can create, and does not read a file of another length.
  const existingStats = await lstat(path).catch(() => null);
  const isSame =
    existingStats?.isFile() &&
    existingStats.size === bytes.length &&
    bytes.equals(await readFile(path).catch(() => Buffer.of()));
  if (isSame) return;
  const partPath = join(folder, PART_NAME);
  try {
    await rm(partPath, { force: true });
    await writeFile(partPath, bytes, { flag: 'wx', flush: true });
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Creates functions that write the letters into the folder of lessons, if it exists. They do not reject if a letter cannot be written,
 * but log the first of several failures in a row.
 */
export function createLetters({
  local,
  dataDir,
  language,
  choices: readChoices,
  origin,
  log,
}: LettersOptions) {
  const unwritableLetters = new Set<string>();
  const attempt = async (folder: string, name: string, write: () => Promise<void>) => {
    if (!existsSync(folder)) return;
    try {
      await write();
      unwritableLetters.delete(name);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!unwritableLetters.has(name)) log(messagesIn(language).letter.notWritten(folder, code));
      unwritableLetters.add(name);
    }
  };
  return {
    /** Writes the Friday letter on Thursdays, if it is turned on, lessons are new, and `origin` is not empty. */
    async writeFridayLetter(folder: string, now = new Date()): Promise<void> {
      const choices = readChoices();
      if (!choices.fridayLetter || !origin || now.getDay() !== THURSDAY) return;
      const name = fridayLetterNames[language];
      await attempt(folder, name, async () => {
        const { text, record } = makeFridayLetter(local, { dataDir, choices, origin }, now);
        if (!text) return;
        await writeLetter(folder, name, text);
        // Records the letter only after it was written, because writing can fail.
        record();
      });
    },
    /** Writes the status letter, or removes it if the owner turned it off. Always removes the letter in the other language. */
    async writeStatusLetter(folder: string, status: FolderStatus): Promise<void> {
      if (!status.listing.exists) return;
      const name = statusLetterNames[language];
      const isEnabled = readChoices().statusLetter;
      // A killed process may have left an unfinished letter.
      const unwantedFiles = [
        PART_NAME,
        statusLetterNames[otherLanguage(language)],
        ...(isEnabled ? [] : [name]),
      ];
      for (const leftover of unwantedFiles) await rm(join(folder, leftover), { force: true }).catch(() => {});
      if (!isEnabled) return;
      const { at = null } = Object(readJson(lastBackupPath(dataDir)));
      await attempt(folder, name, () =>
        writeLetter(
          folder,
          name,
          composeStatusLetter({
            language,
            origin,
            ...status,
            library: local.read(),
            records: readWordsRecords(local.backend),
            onlineSince: local.log.onlineSince(),
            lastBackup: Number.isNaN(Date.parse(at)) ? null : at,
            opens: readOpens(dataDir, 'week').slice(0, MOST_OPENED_LESSONS),
          }),
        ),
      );
    },
  };
}
