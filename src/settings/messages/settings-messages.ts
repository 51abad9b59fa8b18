import type { Language } from '#contract/language.ts';
import { ar } from './ar.ts';
import { en, type SettingsMessages } from './en.ts';

/** Returns the messages to the owner in a language. */
export function settingsMessages(language: Language): SettingsMessages {
  return language === 'ar' ? ar : en;
}
