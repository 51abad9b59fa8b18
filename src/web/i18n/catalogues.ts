import type { Language } from '#contract/language.ts';
import { ar } from './ar.ts';
import type { Messages } from './en.ts';
import { en } from './en.ts';

export const catalogues: Record<Language, Messages> = { en, ar };
