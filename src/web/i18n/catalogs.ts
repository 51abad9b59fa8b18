import type { Language } from '#contract/language.ts';
import { ar } from './ar.ts';
import { en, type Messages } from './en.ts';

export const catalogs: Record<Language, Messages> = { en, ar };
