import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isolate, type Language } from '#contract/language.ts';
import { getLang, TitleLines } from '#web/components/owner-text.tsx';
import { LanguageContext, useI18n } from '#web/i18n/i18n-context.ts';
import type { RenderedPage } from '../rendered-page.server.tsx';
import type { LibraryListState, PosterState } from './load.server.ts';
import { posterMessages } from './messages.ts';
import { InBothLanguages, Owner, Poster, PosterBar, PosterChoice } from './poster.tsx';

/** Renders a sheet to print, without the site's header and footer. */
function renderSheetPage(sheet: ReactNode, title: string, language: Language): RenderedPage {
  return {
    kind: 'poster',
    app: renderToStaticMarkup(<LanguageContext value={language}>{sheet}</LanguageContext>),
    head: { title, description: title, isUnlisted: true },
    printedAddress: false,
  };
}

export function renderPosterPage(poster: PosterState, language: Language): RenderedPage {
  const title = posterMessages[language].title(isolate(poster.title));
  return renderSheetPage(<Poster poster={poster} />, title, language);
}

export function renderLibraryListPage(list: LibraryListState, language: Language): RenderedPage {
  return renderSheetPage(<LibraryList list={list} />, posterMessages[language].library, language);
}

/** Lists lessons by category, on one or more sheets. If the list is complete, each lesson has a code to type. */
function LibraryList({ list }: { list: LibraryListState }) {
  const { language, messages } = useI18n(posterMessages);
  const { name, center, address, codePrefix, code, categories, unlistedCount, hrefs } = list;
  return (
    <>
      <PosterBar
        links={[{ href: hrefs.back, name: messages.back }]}
        hint={messages.paper}
        otherLanguageHref={hrefs.otherLanguage}
      >
        <PosterChoice id="poster-both" checked>
          {messages.both}
        </PosterChoice>
      </PosterBar>
      <main id="main" className="library-list">
        <header>
          <div>
            <p className="library-list-owner">
              <Owner name={name[language]} center={center[language]} />
            </p>
            <h1 className="display">
              <InBothLanguages>{(lang) => posterMessages[lang].library}</InBothLanguages>
            </h1>
            {codePrefix !== undefined && (
              <p>
                <InBothLanguages>
                  {(lang) => posterMessages[lang].codes(`\u2066${codePrefix}\u2069`)}
                </InBothLanguages>
              </p>
            )}
          </div>
          <p className="library-list-qr">
            <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={address}>
              <path d={code.path} />
            </svg>
            <bdi>{address}</bdi>
          </p>
        </header>
        <div className="library-list-columns">
          {categories.map(({ id, name: category, lessons }) => (
            <section key={id} aria-labelledby={`list-${id}`}>
              <h2 id={`list-${id}`} className="display" lang={getLang(category, language)}>
                <TitleLines text={category} />
              </h2>
              <ul>
                {lessons.map((lesson) => (
                  <li key={lesson.id}>
                    <span dir="auto" lang={getLang(lesson.title, language)}>
                      <TitleLines text={lesson.title} />
                    </span>{' '}
                    {lesson.code !== undefined && <bdi className="library-list-code">{lesson.code}</bdi>}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {unlistedCount > 0 && <p>{messages.more(unlistedCount)}</p>}
      </main>
    </>
  );
}
