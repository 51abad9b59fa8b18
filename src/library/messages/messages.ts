import type { Upgrade } from '#backend/db/migrations.ts';
import type { StoreRepair } from '#backend/storage/sweep.ts';
import type { Language } from '#contract/language.ts';
import { programVersion } from '#settings/folders.ts';
import { ar } from './ar.ts';
import { en, type Messages } from './en.ts';

/** An error whose message for the owner exists in both languages; `message` is the English one. */
export class OwnerError extends Error {
  override name = 'OwnerError';
  readonly selectMessage: (messages: Messages) => string;

  constructor(selectMessage: (messages: Messages) => string) {
    super(selectMessage(en));
    this.selectMessage = selectMessage;
  }
}

export function messagesIn(language: Language): Messages {
  return language === 'ar' ? ar : en;
}

/** Returns the message about a stored file that the backend repaired, moved or removed when it started. */
export function repairMessage(repair: StoreRepair, language: Language): string {
  const messages = messagesIn(language).storeRepair;
  return repair.kind === 'quarantined' ? messages.quarantined(repair) : messages[repair.kind](repair.file);
}

/** Minimum time between two progress lines. Shorter upgrades print no progress. */
const PROGRESS_INTERVAL_MS = 2000;

/** Creates a listener that prints the progress of an upgrade of older data, and the path of the copy of that data. */
export function createUpgradeReporter(
  language: Language,
  print: (line: string) => void,
  now = () => performance.now(),
): Upgrade {
  const { upgrade } = messagesIn(language);
  let lastPrintedAt = now();
  return {
    program: programVersion,
    report(progress) {
      if ('copied' in progress) return print(upgrade.copied(progress.copied));
      if (now() - lastPrintedAt < PROGRESS_INTERVAL_MS) return;
      lastPrintedAt = now();
      print(upgrade.indexed(Math.floor(progress.share * 100)));
    },
  };
}
