import { renderToStaticMarkup } from 'react-dom/server';
import { inEachLanguage, type Language } from '#contract/language.ts';
import { lessonHref } from '#contract/urls.ts';
import { ArchNotice } from '#web/components/arch-notice.tsx';
import { catalogues } from '#web/i18n/catalogues.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { PageFacts } from '#web/page/page-facts.ts';
import { sharedPage } from '../head.server.tsx';
import type { RenderedPage } from '../rendered-page.server.ts';
import { Lesson } from './lesson.tsx';
import { LessonApp } from './lesson-app.tsx';
import type { LessonState } from './lesson-state.ts';
import { lessonMessages } from './messages.ts';

/** A page of a lesson, which no client bundle hydrates. */
export function lessonPage(lesson: LessonState, language: Language): RenderedPage {
  const { site, origin, reading, file } = lesson;
  const isListed = reading.search === '';
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <LessonApp page={lesson} href={(each) => lessonHref(reading, each)} language={language}>
        <Lesson lesson={lesson} />
      </LessonApp>,
    ),
    head: {
      title: lessonTitle(lesson, language),
      description: lessonMessages[language].description(
        file.category.categoryName,
        site.preacherName[language],
      ),
      hrefs: inEachLanguage((each) => lessonHref({ ...reading, search: '' }, each)),
      type: 'article',
      shared: sharedPage({ site, origin, listed: isListed }, language, file.category, file),
      unlisted: !isListed,
    },
  };
}

function lessonTitle({ title, reading: { page }, site }: LessonState, language: Language): string {
  const parts = page === 1 ? [] : [catalogues[language].pageNumber(page)];
  return [isolate(title), ...parts, site.preacherName[language]].join(' – ');
}

/** Renders the page while the backend does not answer; `href` is its own address. */
export function awayPage(
  facts: PageFacts,
  href: (language: Language) => string,
  language: Language,
): RenderedPage {
  const { awayHeading, awayText } = lessonMessages[language];
  const { retry } = catalogues[language];
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <LessonApp page={facts} href={href} language={language}>
        <ArchNotice heading={awayHeading} text={awayText} href={href(language)} back={retry} />
      </LessonApp>,
    ),
    head: {
      title: `${awayHeading} – ${facts.site.preacherName[language]}`,
      description: awayHeading,
      unlisted: true,
    },
    status: 503,
    complete: false,
  };
}
