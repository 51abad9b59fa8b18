import type { Language } from '#contract/language.ts';
import { ar } from './ar.ts';
import { en, type SettingsMessages } from './en.ts';

/** The sentences for an owner who reads this language. */
export function settingsMessages(language: Language): SettingsMessages {
  return language === 'ar' ? ar : en;
}
