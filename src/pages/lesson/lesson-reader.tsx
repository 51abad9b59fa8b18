import { defaultLanguage, directionOf } from '#contract/language.ts';
import { lessonHref, lessonPagePath, textHref } from '#contract/urls.ts';
import { Icon } from '#web/components/drawings.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { PdfLink } from './lesson-actions.tsx';
import { HitNavigation } from './lesson-search.tsx';
import { LessonText, SizeLinks } from './lesson-text.tsx';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';
import { PagePicture } from './page-picture.tsx';

/** Shows a page of the lesson with links to the other pages, or the lesson's text. */
export function LessonReader({ lesson }: { lesson: LessonState }) {
  const { messages } = useI18n(lessonMessages);
  const { pages = lesson.view.page, pageSize, pdf } = lesson;
  return (
    <section id="page" tabIndex={-1} aria-label={messages.reader} className="focus:[outline:none]">
      <ReaderBar lesson={lesson} />
      {lesson.wholeText ? (
        <LessonText lesson={lesson} texts={lesson.wholeText} />
      ) : pageSize ? (
        <>
          {pages > 1 && <PageNavigation lesson={lesson} pages={pages} label={messages.pagesAbove} hasField />}
          <HitNavigation lesson={lesson} />
          <PagePicture lesson={lesson} pages={pages} size={pageSize} />
          {pages > 1 && <PageNavigation lesson={lesson} pages={pages} label={messages.pagesBelow} />}
          {/* The first paint waits for this element (`rel="expect"`). */}
          <div id="first-view" />
        </>
      ) : (
        <p className="rounded-xl px-6 py-[clamp(1.5rem,5vw,4rem)] text-center text-muted [border:1px_dashed_var(--edge)]">
          {messages.noPictures} {pdf && <PdfLink href={pdf} className="text-link" />}
        </p>
      )}
    </section>
  );
}

/** Controls that switch between the lesson's pages and its text, change the text's size, and invert page pictures. */
function ReaderBar({ lesson: { view, hasText, pageSize, pages = 1 } }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  const isText = view.as === 'text';
  const pageHref = lessonHref({ ...view, as: undefined, size: undefined }, language);
  return (
    <div className="reader-bar flex flex-wrap items-center gap-2 print:hidden">
      {(hasText || isText) && (
        <nav aria-label={messages.modes} className="modes flex rounded-xl">
          <a
            href={`${pageHref}#page`}
            aria-current={isText ? undefined : 'true'}
            data-mode="page"
            className="button px-4"
          >
            {messages.asPage}
          </a>
          <a
            href={
              pages > 1 ? textHref(view, language) : `${lessonHref({ ...view, as: 'text' }, language)}#page`
            }
            aria-current={isText ? 'true' : undefined}
            // A page with a quotation omits this attribute, so that the script does not open the text instead.
            data-mode={view.quote ? undefined : 'text'}
            className="button px-4"
          >
            {messages.asText}
          </a>
        </nav>
      )}{' '}
      {isText && <SizeLinks view={view} />}{' '}
      {pageSize && (
        <button
          type="button"
          className="night-switch button button-ghost px-4"
          aria-pressed="true"
          data-night-switch
        >
          {messages.night}
        </button>
      )}
    </div>
  );
}

interface PageNavigationProps {
  lesson: LessonState;
  pages: number;
  label: string;
  /** Whether to include the field for a page number. */
  hasField?: boolean;
}

/** Classes of a row that wraps only with very large text. */
const rowClasses = 'flex flex-wrap items-center justify-center gap-2 max-[22rem]:gap-1';

/** Links to the previous and next page, ordered by the reading direction of the lesson. */
function PageNavigation({ lesson: { view, direction }, pages, label, hasField }: PageNavigationProps) {
  const { language, messages } = useI18n(lessonMessages);
  const interfaceDirection = directionOf(language);
  const renderLink = (step: 1 | -1) => {
    const page = view.page + step;
    const isNext = step === 1;
    const className = `button button-ghost ${isNext ? 'flex-row-reverse' : ''}`;
    const content = (
      <>
        <Icon name={isNext ? 'next' : 'previous'} />
        <span className="page-nav-name" dir={interfaceDirection}>
          {isNext ? messages.next : messages.previous}
        </span>
      </>
    );
    if (page < 1 || page > pages)
      return (
        <span
          className={`${className} pointer-events-none text-muted [border-color:var(--line)]`}
          aria-hidden="true"
        >
          {content}
        </span>
      );
    const href = `${lessonHref({ ...view, page }, language)}#page`;
    return (
      <a href={href} rel={isNext ? 'next' : 'prev'} className={className}>
        {content}
      </a>
    );
  };
  return (
    <nav
      aria-label={label}
      dir={direction}
      className="page-nav my-3 flex flex-wrap items-center justify-between gap-[0.6rem] print:hidden"
    >
      {renderLink(-1)}{' '}
      {hasField ? (
        <form
          action={`${lessonPagePath(view.id)}#page`}
          dir={interfaceDirection}
          className={`${rowClasses} flex-[1_1_8rem]`}
        >
          {language !== defaultLanguage && <input type="hidden" name="lang" value={language} />}
          {view.search !== '' && <input type="hidden" name="search" value={view.search} />}
          <label className={rowClasses}>
            <span className="page-nav-name">{messages.goTo}</span>{' '}
            <input
              type="number"
              name="page"
              min={1}
              max={pages}
              required
              defaultValue={view.page}
              className="field w-19 px-3 text-center text-[max(1rem,16px)] max-[22rem]:w-12 max-[22rem]:px-1"
            />
          </label>{' '}
          <span>{messages.of(pages)}</span>{' '}
          <button type="submit" className="button button-ghost max-[22rem]:px-2">
            {messages.go}
          </button>
        </form>
      ) : (
        <span dir={interfaceDirection} className="page-nav-position text-muted">
          {messages.pageOf(view.page, pages)}
        </span>
      )}{' '}
      {renderLink(1)}
    </nav>
  );
}
