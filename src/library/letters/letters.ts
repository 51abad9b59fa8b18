import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, otherLanguage } from '#contract/language.ts';
import { shownName } from '#contract/name.ts';
import { cacheJson, readJson } from '#settings/json-file.ts';
import type { FolderChoices } from '#settings/site-file.ts';
import { messagesIn } from '../messages/messages.ts';
import { readOpens } from '../opens/opens.ts';
import type { Failure, FolderListing } from '../plan/model.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import { openLocalWords } from '../words/words.ts';
import { fridayLetter, fridayLetterNames, type LetterTimes, newSince } from './friday-letter.ts';
import { removeLetter, writeLetter } from './letter-file.ts';
import { statusLetter, statusLetterNames } from './status-letter.ts';

export interface LettersOptions {
  local: LocalLibrary;
  dataDir: string;
  language: Language;
  /** Called each time: the owner may have changed them. */
  choices(): FolderChoices;
  /** The site's address; null if it is not known. */
  origin: string | null;
  log(line: string): void;
}

/** Input of a Friday letter. */
type FridayOptions = Pick<LettersOptions, 'local' | 'dataDir'> & { choices: FolderChoices; origin: string };

/**
 * Makes the letter about lessons since the last one, or null. `remembers` records it as the last one; made again on the same day,
 * it is the same letter.
 */
export function makeFridayLetter(
  { local, dataDir, choices, origin }: FridayOptions,
  now: Date,
  remembers: boolean,
): string | null {
  const path = join(dataDir, 'friday-letter.json');
  const since = newSince(Object(readJson(path)) as Partial<LetterTimes>, now);
  const added = local.log.addedSince(since);
  const live = new Map(local.read().lessons.map((lesson) => [lesson.id, lesson]));
  const lessons = added.flatMap((id) => {
    const lesson = live.get(id);
    return lesson ? [{ id, title: shownName(lesson.fileName.replace(/\.pdf$/i, '')) }] : [];
  });
  const { preacherName, hijriOffset } = choices;
  const text = fridayLetter({ origin, preacherName, lessons, now, hijriOffset });
  if (text && remembers) cacheJson(path, { before: since, last: now.toISOString() });
  return text;
}

const THURSDAY = 4;
/** Number of most opened lessons in the status letter. */
const MOST_OPENED = 5;

/** Where a backup records its time, in the data folder. */
export const lastBackupPath = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** Takes what was published: the folder as it was read for it, and what failed. */
export type ReportStatus = (listing: FolderListing, failures: readonly Failure[]) => Promise<void>;

/** Writes the letters to the owner into the folder of lessons. Never rejects; logs each failure once. */
export function createLetters({
  local,
  dataDir,
  language,
  choices: choicesNow,
  origin,
  log,
}: LettersOptions) {
  const refused = new Set<string>();
  const attempt = async (folder: string, name: string, write: () => Promise<void>) => {
    if (!existsSync(folder)) return;
    try {
      await write();
      refused.delete(name);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!refused.has(name)) log(messagesIn(language).letter.notWritten(folder, code));
      refused.add(name);
    }
  };
  return {
    /** Writes the letter for Friday on Thursdays, if the owner wants it. */
    async friday(folder: string, now = new Date()): Promise<void> {
      const choices = choicesNow();
      if (!choices.fridayLetter || !origin || now.getDay() !== THURSDAY) return;
      const name = fridayLetterNames[language];
      await attempt(folder, name, async () => {
        const make = (remembers: boolean) =>
          makeFridayLetter({ local, dataDir, choices, origin }, now, remembers);
        const text = make(false);
        if (!text) return;
        await writeLetter(folder, name, text);
        // A letter that could not be written counts as not made.
        make(true);
      });
    },
    /** Reports the state after a publication. `listing` is the folder as it was published. */
    async status(folder: string, listing: FolderListing, failures: readonly Failure[]): Promise<void> {
      if (!listing.exists) return;
      const name = statusLetterNames[language];
      await removeLetter(folder, statusLetterNames[otherLanguage(language)]);
      if (!choicesNow().statusLetter) return removeLetter(folder, name);
      const { at = null } = Object(readJson(lastBackupPath(dataDir)));
      await attempt(folder, name, () =>
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
            opens: readOpens(dataDir, 'week').slice(0, MOST_OPENED),
          }),
        ),
      );
    },
  };
}
