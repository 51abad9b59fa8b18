import { idPattern } from '#contract/id-pattern.ts';
import type { Language } from '../i18n/language.ts';
import { localHref } from './local-href.ts';

/** Of what there are posters. */
export interface PosterSubject {
  kind: 'lesson' | 'category';
  id: string;
}

const address = new RegExp(`^/(lesson|category)/(${idPattern})/poster$`);

/** The address of a poster in a language, the default left out. */
export function posterHref({ kind, id }: PosterSubject, language: Language): string {
  return localHref(`/${kind}/${id}/poster`, language);
}

/** Of what a path is the poster. */
export function posterIn(path: string): PosterSubject | undefined {
  const [, kind, id] = address.exec(path) ?? [];
  return id === undefined ? undefined : { kind: kind as PosterSubject['kind'], id };
}
