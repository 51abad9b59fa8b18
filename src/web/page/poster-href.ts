import type { Language } from '#contract/language.ts';
import { lessonHref } from './lesson-href.ts';
import { localHref } from './local-href.ts';
import { defaultView, viewHref } from './view.ts';

/** Of what there are posters. */
export interface PosterSubject {
  kind: 'lesson' | 'category';
  id: string;
}

/** The address of a poster in a language, the default left out. */
export function posterHref({ kind, id }: PosterSubject, language: Language): string {
  return localHref(`/${kind}/${id}/poster`, language);
}

/** The address of the page that the poster is of. */
export function subjectHref({ kind, id }: PosterSubject, language: Language): string {
  return kind === 'lesson'
    ? lessonHref({ id, page: 1, search: '' }, language)
    : viewHref({ ...defaultView, categoryId: id }, language);
}
