import { ar } from './ar.ts';
import { en } from './en.ts';
import type { Language } from './language.ts';
import type { Messages } from './messages.ts';

export const catalogues: Record<Language, Messages> = { en, ar };
