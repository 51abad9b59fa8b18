import type { Language } from '#contract/language.ts';
import { ar } from './ar.ts';
import { en, type Messages } from './en.ts';

/** Returns the messages to the owner in a language. */
export function messagesIn(language: Language): Messages {
  return language === 'ar' ? ar : en;
}
