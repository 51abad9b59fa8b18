import type { Upgrade } from '#backend/db/migrations.ts';
import type { Language } from '#contract/language.ts';
import { programVersion } from '#settings/folders.ts';
import { messagesIn } from './language.ts';

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
