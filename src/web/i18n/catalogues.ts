import { ar } from './ar.ts';
import type { Messages } from './en.ts';
import { en } from './en.ts';
import type { Language } from './language.ts';

export const catalogues: Record<Language, Messages> = { en, ar };
