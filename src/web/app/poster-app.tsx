import { Poster, type PosterState } from '../features/poster/poster.tsx';
import { I18nContext, i18nOf } from '../i18n/i18n-context.ts';
import type { Language } from '../i18n/language.ts';

/** A poster: rendered by the server alone, and nothing around it but what leads to it and away. */
export function PosterApp({ poster, language }: { poster: PosterState; language: Language }) {
  return (
    <I18nContext value={i18nOf(language)}>
      <Poster poster={poster} />
    </I18nContext>
  );
}
