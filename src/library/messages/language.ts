import type { Language } from '#contract/language.ts';
import { ar } from './ar.ts';
import { en, type Messages } from './en.ts';

export function messagesIn(language: Language): Messages {
  return language === 'ar' ? ar : en;
}
