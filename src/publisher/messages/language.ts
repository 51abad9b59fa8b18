import { ar } from './ar.ts';
import { en, type Messages } from './en.ts';

export type Language = 'en' | 'ar';

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ar';
}

export function messagesIn(language: Language): Messages {
  return language === 'ar' ? ar : en;
}
