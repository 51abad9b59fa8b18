import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { Language } from '#contract/language.ts';
import { lessonHref } from '#contract/urls.ts';
import { ArchNotice } from '#web/components/arch-notice.tsx';
import { catalogues } from '#web/i18n/catalogues.ts';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { PageFacts } from '#web/page/page-facts.ts';
import { App } from './app.tsx';
import { libraryTitle } from './home/library-title.ts';
import type { PageState } from './home/page-state.ts';
import { createStore } from './home/store.ts';
import { Lesson } from './lesson/lesson.tsx';
import { LessonApp } from './lesson/lesson-app.tsx';
import type { LessonState } from './lesson/lesson-state.ts';
import { lessonMessages } from './lesson/messages.ts';
import { notFoundTitle } from './lost/lost.tsx';
import { Poster, type PosterState } from './poster/poster.tsx';

export { loadLibrary } from './home/load.server.ts';
export type { LessonState } from './lesson/lesson-state.ts';
export { type LessonTexts, type LoadedLesson, loadLesson } from './lesson/load.server.ts';
export type { PosterState } from './poster/poster.tsx';

/** The page's markup in one language. The store lives no longer than the call. */
export function renderPage(state: PageState, language: Language): string {
  return renderToString(
    <StrictMode>
      <App store={createStore(state, language)} page={state} />
    </StrictMode>,
  );
}

/** The markup of a page of a lesson, for which no program follows. */
export function renderLesson(lesson: LessonState, language: Language): string {
  return renderToStaticMarkup(
    <LessonApp page={lesson} href={(each) => lessonHref(lesson.reading, each)} language={language}>
      <Lesson lesson={lesson} />
    </LessonApp>,
  );
}

/** The same while the backend does not answer; `href` leads to it again. */
export function renderLessonAway(page: PageFacts, href: (language: Language) => string, language: Language) {
  const { awayHeading, awayText } = lessonMessages[language];
  const { retry } = catalogues[language];
  return renderToStaticMarkup(
    <LessonApp page={page} href={href} language={language}>
      <ArchNotice heading={awayHeading} text={awayText} href={href(language)} back={retry} />
    </LessonApp>,
  );
}

/** The markup of a poster: nothing is around it but what leads to it and away. */
export function renderPoster(poster: PosterState, language: Language): string {
  return renderToStaticMarkup(
    <LanguageContext value={language}>
      <Poster poster={poster} />
    </LanguageContext>,
  );
}

/** The page's title in one language. */
export function titleOf({ route, site, view, categories }: PageState, language: Language): string {
  return route === 'home'
    ? libraryTitle(site, language, view, categories?.rows)
    : notFoundTitle(site, language, route === 'gone');
}

/** The browser's title of a page of a lesson. */
export function lessonTitle({ title, reading: { page }, site }: LessonState, language: Language): string {
  const parts = page === 1 ? [] : [catalogues[language].pageNumber(page)];
  return [isolate(title), ...parts, site.preacherName[language]].join(' – ');
}
