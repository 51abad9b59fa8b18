import type { ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import type { TextRange } from '#text/words.ts';
import type { FoundInTexts } from '../../i18n/text-messages.ts';

/** What a search found inside the lessons. */
export interface TextHits extends FoundInTexts {
  found: LessonHit[];
  /** There are more than the list of all of them has. */
  onlyFirst?: boolean;
  /** A page of the list of all of them, not the first few under the files. */
  isWhole?: boolean;
}

export interface LessonHit {
  id: string;
  fileName: string;
  pages: PageHit[];
}

/** A page of a lesson. Without a quotation the words only seem to be there. */
export interface PageHit {
  page: number;
  quote?: { text: string; marks: TextRange[] };
}

/** What shows hits inside the lessons. Its code comes with the first search, so that nobody else pays for it. */
export const textHitsSlot: {
  show?: (hits: TextHits) => ReactNode;
  summary?: (hits: TextHits, language: Language) => string;
} = {};
