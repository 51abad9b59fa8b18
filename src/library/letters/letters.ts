import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, otherLanguage } from '#contract/language.ts';
import { readJson } from '#settings/json-file.ts';
import type { FolderChoices } from '#settings/site-file.ts';
import { messagesIn } from '../messages/messages.ts';
import type { Failure, FolderListing } from '../plan/model.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import { openLocalWords } from '../words/words.ts';
import { removeLetter, writeLetter } from './letter-file.ts';
import { statusLetter, statusLetterNames } from './status-letter.ts';

export interface LettersOptions {
  local: LocalLibrary;
  dataDir: string;
  language: Language;
  choices: FolderChoices;
  /** The site's address; null if it is not known. */
  origin: string | null;
  log(line: string): void;
}

/** Where a backup records its time, in the data folder. */
export const lastBackupPath = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** Writes the letters to the owner into the folder of lessons. Never rejects; what cannot be written is logged once. */
export function createLetters({ local, dataDir, language, choices, origin, log }: LettersOptions) {
  let isRefused = false;
  const attempt = async (folder: string, write: () => Promise<void>) => {
    if (!existsSync(folder)) return;
    try {
      await write();
      isRefused = false;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!isRefused) log(messagesIn(language).letter.notWritten(folder, code));
      isRefused = true;
    }
  };
  return {
    /** Reports the state after a publication. `listing` is the folder as it was published. */
    async status(folder: string, listing: FolderListing, failures: readonly Failure[]): Promise<void> {
      if (!listing.exists) return;
      const name = statusLetterNames[language];
      await removeLetter(folder, statusLetterNames[otherLanguage(language)]);
      if (!choices.statusLetter) return removeLetter(folder, name);
      const { at = null } = Object(readJson(lastBackupPath(dataDir)));
      await attempt(folder, () =>
        writeLetter(
          folder,
          name,
          statusLetter({
            language,
            origin,
            listing,
            failures,
            library: local.read(),
            heads: openLocalWords(local.backend).heads(),
            onlineSince: local.log.onlineSince(),
            lastBackup: at,
          }),
        ),
      );
    },
  };
}
