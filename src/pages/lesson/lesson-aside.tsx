import { defaultView, lessonHref, viewHref } from '#contract/urls.ts';
import { directionOfText } from '#text/language-runs.ts';
import { markedRanges } from '#text/page-matches.ts';
import { suraNames } from '#text/verses/quoted-verses.ts';
import { CategoryLinks } from '#web/components/category-links.tsx';
import { Icon } from '#web/components/drawings.tsx';
import { type LessonLink, LessonLinks } from '#web/components/lesson-links.tsx';
import { getLang, MarkedText, OwnerText } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { LessonActions } from './lesson-actions.tsx';
import { LessonQuote } from './lesson-quote.tsx';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** Actions and links for a lesson: next to or below the page or the text. */
export function LessonAside({ lesson }: { lesson: LessonState }) {
  const columns = 'xl:grid xl:grid-cols-2 xl:items-start xl:gap-x-16 xl:[&>:not(nav)]:col-span-full';
  return (
    <div
      className={`lesson-aside flex flex-col gap-6 lg:pt-4 print:hidden ${lesson.wholeText ? columns : ''}`}
    >
      <LessonActions lesson={lesson} />
      {lesson.pageSize && !lesson.wholeText && <PageText lesson={lesson} />}
      {!lesson.wholeText && <LessonQuote lesson={lesson} />}
      {!lesson.wholeText && <Verses lesson={lesson} />}
      <LessonContents lesson={lesson} />
      <OtherLessons lesson={lesson} />
      <CategoryLinks categoryId={lesson.file.category.$id} zipBytes={lesson.zipBytes ?? null} />
    </div>
  );
}

/** Lists the verses of the Qur'an that the page quotes, each linked to a search of the library. */
function Verses({ lesson: { verses } }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  if (verses.length === 0) return null;
  return (
    <nav aria-labelledby="verses">
      <h2 id="verses" className="lesson-heading">
        {messages.verses}
      </h2>
      <ul className="flex flex-wrap gap-x-4">
        {verses.map(({ sura, verse }) => {
          const [arabic, english] = suraNames(sura);
          const search = `${sura}:${verse}`;
          return (
            <li key={search}>
              <a
                href={`${viewHref({ ...defaultView, search }, language)}#library`}
                className="text-link block py-[0.6rem]"
              >
                {language === 'ar' ? arabic : english} <bdi dir="ltr">{search}</bdi>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The toggle of a collapsible section. */
function Summary({ children }: { children: string }) {
  return (
    <summary>
      <Icon name="chevron" className="size-4.5" />
      {children}
    </summary>
  );
}

/** The text of the page, for screen readers and for copying. Each line has the direction of its words. */
function PageText({ lesson: { text, terms } }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  if (text === undefined) return <p className="text-muted">{messages.noText}</p>;
  const marks = markedRanges(text, terms);
  return (
    <details className="page-text" open={marks.length > 0}>
      <Summary>{messages.text}</Summary>
      <div className="page-words" dir={directionOfText(text)}>
        {[...text.matchAll(/.+/g)].map(({ 0: line, index }) => {
          const direction = directionOfText(line);
          return (
            <div
              key={index}
              dir={direction === 'auto' ? undefined : direction}
              lang={getLang(line, language)}
            >
              <MarkedText text={line} start={index} ranges={marks} />
            </div>
          );
        })}
      </div>
    </details>
  );
}

/** Number of entries above which a table of contents is collapsed at first. */
const MAX_OPEN_ENTRIES = 12;
/** Indent classes by the depth of an entry. */
const indentClasses = [undefined, 'ps-4', 'ps-8', 'ps-12'];

/** The PDF's own table of contents. */
function LessonContents({ lesson: { contents, view } }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  if (contents.length === 0) return null;
  return (
    <nav aria-label={messages.contents}>
      <details open={contents.length <= MAX_OPEN_ENTRIES}>
        <Summary>{messages.contents}</Summary>
        <ol className="ruled list-none">
          {contents.map(({ title, page, level }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page is never hydrated, so items do not move.
            <li key={index} className={indentClasses[Math.min(level, indentClasses.length - 1)]}>
              <a
                href={`${lessonHref({ ...view, page }, language)}#page`}
                aria-current={page === view.page ? 'page' : undefined}
                className="lesson-entry flex justify-between gap-4 py-[0.6rem] pe-1"
              >
                {/* Without this element, a title of two lines would be aligned by its own direction. */}
                <span className="min-w-0">
                  <OwnerText>{title}</OwnerText>
                </span>{' '}
                <span className="text-muted">{page}</span>
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** Links to the previous and next lesson of the category, and to lessons that share rare words with this one. */
function OtherLessons({ lesson: { previousLesson, nextLesson, relatedLinks } }: { lesson: LessonState }) {
  const { messages } = useI18n(lessonMessages);
  const neighborLinks: LessonLink[] = [
    ...(previousLesson ? [{ ...previousLesson, label: messages.previousLesson, rel: 'prev' } as const] : []),
    ...(nextLesson ? [{ ...nextLesson, label: messages.nextLesson, rel: 'next' } as const] : []),
  ];
  return (
    <>
      <LessonLinks id="neighbors" heading={messages.neighbors} links={neighborLinks} />
      <LessonLinks id="related" heading={messages.related} links={relatedLinks} />
    </>
  );
}
