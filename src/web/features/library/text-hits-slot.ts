import type { ReactNode } from 'react';
import type { Language } from '../../i18n/language.ts';
import type { TextHits } from './text-hits-page.ts';

/** What shows hits inside the lessons. Its code comes with the first search, so that nobody else pays for it. */
export const textHitsSlot: {
  show?: (hits: TextHits) => ReactNode;
  summary?: (hits: TextHits, language: Language) => string;
} = {};
