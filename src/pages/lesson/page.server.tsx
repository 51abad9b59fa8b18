import { renderToStaticMarkup } from 'react-dom/server';
import { inEachLanguage, type Language } from '#contract/language.ts';
import { lessonHref, readingHref } from '#contract/urls.ts';
import { categoryNameIn } from '#text/category-names.ts';
import { ArchNotice } from '#web/components/drawings.tsx';
import { catalogs } from '#web/i18n/catalogs.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { PageFacts } from '#web/page/page-facts.ts';
import { renderSharedHead } from '../head.server.tsx';
import { asTyped, qrCode } from '../qr-code.server.ts';
import { type RenderedPage, StaticApp } from '../rendered-page.server.tsx';
import { Lesson } from './lesson.tsx';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** A page of a lesson, which no client bundle hydrates. */
export function lessonPage(lesson: LessonState, language: Language): RenderedPage {
  const { site, origin, reading, file, shortPath } = lesson;
  const isListed = reading.search === '' && !reading.quote;
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <StaticApp page={lesson} href={(each) => readingHref(reading, each)} language={language}>
        <Lesson lesson={lesson} />
      </StaticApp>,
    ),
    head: {
      title: lessonTitle(lesson, language),
      description: lessonMessages[language].description(
        categoryNameIn(file.category.categoryName, language),
        site.preacherName[language],
      ),
      hrefs: inEachLanguage((each) => lessonHref({ ...reading, search: '', as: undefined }, each)),
      type: 'article',
      shared: renderSharedHead({ site, origin, listed: isListed }, language, file.category, file),
      unlisted: !isListed,
    },
    printed: { address: asTyped(origin + shortPath), code: qrCode(origin + shortPath) },
  };
}

function lessonTitle({ title, reading: { page }, site }: LessonState, language: Language): string {
  const parts = page === 1 ? [] : [catalogs[language].pageNumber(page)];
  return [isolate(title), ...parts, site.preacherName[language]].join(' – ');
}

/** Renders the page while the backend does not answer; `href` is its own address. */
export function createAwayPage(
  facts: PageFacts,
  href: (language: Language) => string,
  language: Language,
): RenderedPage {
  const { awayHeading, awayText } = lessonMessages[language];
  const { retry } = catalogs[language];
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <StaticApp page={facts} href={href} language={language}>
        <ArchNotice heading={awayHeading} text={awayText} href={href(language)} back={retry} />
      </StaticApp>,
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
