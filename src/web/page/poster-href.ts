import type { Language } from '../i18n/language.ts';
import { localHref } from './local-href.ts';

/** Of what there are posters. */
export interface PosterSubject {
  kind: 'lesson' | 'category';
  id: string;
}

/** The address of a poster in a language, the default left out. */
export function posterHref({ kind, id }: PosterSubject, language: Language): string {
  return localHref(`/${kind}/${id}/poster`, language);
}
