import { renderToStaticMarkup } from 'react-dom/server';
import { isolate, type Language, mapLanguages } from '#contract/language.ts';
import { defaultView, lessonHref, lessonViewHref, viewHref } from '#contract/urls.ts';
import { removeScheme } from '#site/assets.ts';
import { categoryNameIn } from '#text/category-names.ts';
import { BookCover } from '#web/components/book-cover.tsx';
import { ArchNotice, Icon } from '#web/components/drawings.tsx';
import { CategoryName, getLang, TitleLines } from '#web/components/owner-text.tsx';
import { catalogs } from '#web/i18n/catalogs.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { formatFileSize } from '#web/page/file-facts.ts';
import type { PageFacts } from '#web/page/page-facts.ts';
import { createSharedHead } from '../head.server.tsx';
import { drawQrCode } from '../qr-code.server.ts';
import { type RenderedPage, StaticApp } from '../rendered-page.server.tsx';
import { LessonAside } from './lesson-aside.tsx';
import { LessonReader } from './lesson-reader.tsx';
import { LessonSearch } from './lesson-search.tsx';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** Renders a lesson's page, which is not hydrated. */
export function renderLessonPage(lesson: LessonState, language: Language): RenderedPage {
  const { site, origin, view, file, shortPath } = lesson;
  const isListed = view.search === '' && !view.quote;
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <StaticApp page={lesson} href={(lang) => lessonViewHref(view, lang)} language={language}>
        <Lesson lesson={lesson} />
      </StaticApp>,
    ),
    head: {
      title: createLessonTitle(lesson, language),
      description: lessonMessages[language].description(
        categoryNameIn(file.category.categoryName, language),
        site.preacherName[language],
      ),
      hrefs: mapLanguages((lang) => lessonHref({ ...view, search: '', as: undefined }, lang)),
      type: 'article',
      sharedHead: createSharedHead({ site, origin, isListed }, language, file.category, file),
      isUnlisted: !isListed,
    },
    printedAddress: { address: removeScheme(origin + shortPath), code: drawQrCode(origin + shortPath) },
  };
}

function createLessonTitle({ title, view: { page }, site }: LessonState, language: Language): string {
  const parts = page === 1 ? [] : [catalogs[language].pageNumber(page)];
  return [isolate(title), ...parts, site.preacherName[language]].join(' – ');
}

/** Renders the page shown while the backend does not respond; `href` is the address of the retry link. */
export function renderUnavailablePage(
  facts: PageFacts,
  href: (language: Language) => string,
  language: Language,
): RenderedPage {
  const { unavailableHeading, unavailableText } = lessonMessages[language];
  const { retry } = catalogs[language];
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <StaticApp page={facts} href={href} language={language}>
        <ArchNotice heading={unavailableHeading} text={unavailableText} href={href(language)} back={retry} />
      </StaticApp>,
    ),
    head: {
      title: `${unavailableHeading} – ${facts.site.preacherName[language]}`,
      description: unavailableHeading,
      isUnlisted: true,
    },
    status: 503,
    complete: false,
  };
}

/** A lesson: its facts, one of its pages or its text, and links to other pages and lessons. */
function Lesson({ lesson }: { lesson: LessonState }) {
  const { language } = useI18n();
  const { title, file, view } = lesson;
  const { $id, categoryName } = file.category;
  const categoryHref = viewHref({ ...defaultView, categoryId: $id }, language);
  return (
    <article
      className="wrap lesson"
      data-lesson={view.id}
      data-page={view.page}
      data-pages={lesson.pages}
      data-as={view.as}
    >
      <header className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[5rem_minmax(0,1fr)] lg:col-span-full print:block">
        <div className="hidden md:block print:hidden [&_.cover]:h-28">
          <BookCover category={categoryName} title={title} />
        </div>
        <div>
          <p>
            <a href={`${categoryHref}#library`} className="text-link">
              <CategoryName>{categoryName}</CategoryName>
            </a>
          </p>
          <h1 className="display mt-[0.35rem] mb-2 text-[clamp(2rem,3.6vw,2.8rem)]/[1.15] text-balance wrap-anywhere print:mt-0 print:mb-[3mm] print:pe-[35mm] print:text-[18pt]">
            <bdi lang={getLang(title, language)}>
              <TitleLines text={title} />
            </bdi>
          </h1>
          <LessonFacts lesson={lesson} />
        </div>
      </header>
      <LessonSearch lesson={lesson} />
      <LessonReader lesson={lesson} />
      <LessonAside lesson={lesson} />
      {lesson.pageSize && <ResumeNotice />}
    </article>
  );
}

/** Link to the page read last. The client bundle shows it, because only the browser stores that page. */
function ResumeNotice() {
  const { messages } = useI18n(lessonMessages);
  return (
    <div
      role="status"
      className="lesson-resume panel fixed inset-x-4 bottom-4 z-9 mx-auto w-max max-w-[calc(100%-2rem)] items-center gap-1 rounded-[1.1rem] p-[0.4rem] not-[[hidden]]:flex [box-shadow:0_12px_32px_-12px_rgb(0_0_0/0.4)]"
      hidden
    >
      {/* biome-ignore lint/a11y/useAnchorContent: the client bundle adds the text, because text browsers show hidden text. */}
      <a
        href="#page"
        className="button button-solid px-[min(1.35rem,4vw)]"
        data-text={messages.resume('#')}
      />
      <button type="button" className="button-icon" aria-label={messages.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Date, number of pages and file size of the lesson, in one line. */
function LessonFacts({ lesson: { addedDate, file, pages } }: { lesson: LessonState }) {
  const { messages } = useI18n(lessonMessages);
  return (
    <dl className="lesson-facts flex flex-wrap gap-x-4 text-muted print:hidden [&_dt]:sr-only [&_time]:flex [&_time]:flex-wrap [&_time]:gap-x-4">
      {addedDate && (
        <div>
          <dt>{messages.added}</dt>
          <dd>
            <time dateTime={addedDate.iso}>
              <span>{addedDate.dates[0]}</span> <span>{addedDate.dates[1]}</span>
            </time>
          </dd>
        </div>
      )}
      {pages !== undefined && (
        <div>
          <dt>{messages.pages}</dt>
          <dd>{messages.pageCount(pages)}</dd>
        </div>
      )}
      <div>
        <dt>{messages.size}</dt>
        <dd>
          <bdi dir="ltr">PDF · {formatFileSize(file.fileSize)}</bdi>
        </dd>
      </div>
    </dl>
  );
}
