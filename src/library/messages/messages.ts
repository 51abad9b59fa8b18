import type { Upgrade } from '#backend/db/migrations.ts';
import type { Swept } from '#backend/storage/sweep.ts';
import type { Language } from '#contract/language.ts';
import { programVersion } from '#settings/folders.ts';
import { ar } from './ar.ts';
import { en, type Messages } from './en.ts';

/** What went wrong, in a sentence of the catalogues that tells the owner what to do; whoever throws it knows which. */
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

/** What is said of what a killed process left in the data folder. */
export function sweptText(swept: Swept, language: Language): string {
  const say = messagesIn(language).swept;
  return swept.kind === 'aside' ? say.aside(swept) : say[swept.kind](swept.file);
}

/** Milliseconds between two lines; what takes less is not told at all. */
const pause = 2000;

/** This program as the one that brings the data of an older one up to date: it says where the copy is, and how far it is. */
export function upgradeTold(
  language: Language,
  print: (line: string) => void,
  now = () => performance.now(),
): Upgrade {
  const { upgrade } = messagesIn(language);
  let last = now();
  return {
    program: programVersion,
    tell(news) {
      if ('copied' in news) return print(upgrade.copied(news.copied));
      if (now() - last < pause) return;
      last = now();
      print(upgrade.indexed(Math.floor(news.done * 100)));
    },
  };
}
