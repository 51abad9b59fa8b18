import type { Upgrade } from '#backend/db/migrations.ts';
import type { StoreRepair } from '#backend/storage/sweep.ts';
import type { Language } from '#contract/language.ts';
import { programVersion } from '#settings/folders.ts';
import { ar } from './ar.ts';
import { en, type Messages } from './en.ts';

/** An error with a message for the owner, which the thrower selects from the catalogs. */
export class OwnerError extends Error {
  override name = 'OwnerError';
  readonly sentence: (messages: Messages) => string;

  constructor(sentence: (messages: Messages) => string) {
    super(sentence(en));
    this.sentence = sentence;
  }
}

export function messagesIn(language: Language): Messages {
  return language === 'ar' ? ar : en;
}

/** Returns the message about remains of a killed process in the data folder. */
export function sweptText(swept: StoreRepair, language: Language): string {
  const texts = messagesIn(language).swept;
  return swept.kind === 'quarantined' ? texts.aside(swept) : texts[swept.kind](swept.file);
}

/** Milliseconds between two progress lines; shorter work has none. */
const PROGRESS_PAUSE_MS = 2000;

/** Creates the listener that reports the update of older data: the location of the copy, and the progress. */
export function reportUpgrade(
  language: Language,
  print: (line: string) => void,
  now = () => performance.now(),
): Upgrade {
  const { upgrade } = messagesIn(language);
  let last = now();
  return {
    program: programVersion,
    report(news) {
      if ('copied' in news) return print(upgrade.copied(news.copied));
      if (now() - last < PROGRESS_PAUSE_MS) return;
      last = now();
      print(upgrade.indexed(Math.floor(news.share * 100)));
    },
  };
}
