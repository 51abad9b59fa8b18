import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '#contract/language.ts';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { RenderedPage } from '../rendered-page.server.ts';
import { posterMessages } from './messages.ts';
import { Poster, type PosterState } from './poster.tsx';

/** A poster: around it are only the links to it and away. */
export function posterPage(poster: PosterState, language: Language): RenderedPage {
  const { title, hint } = posterMessages[language];
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <LanguageContext value={language}>
        <Poster poster={poster} />
      </LanguageContext>,
    ),
    head: { title: title(isolate(poster.title)), description: hint, unlisted: true },
    printsAddress: false,
  };
}
