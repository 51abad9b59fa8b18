import { defaultLanguage, directionOf } from '#contract/language.ts';
import type { PageSize } from '#contract/lesson-outline.ts';
import { lessonHref, lessonPagePath, pagePicturePath, pictureWidths } from '#contract/urls.ts';
import { Icon } from '#web/components/drawings.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { PdfLink } from './lesson-actions.tsx';
import { HitTurner } from './lesson-search.tsx';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** A page of the lesson, with links to the others. */
export function LessonReader({ lesson }: { lesson: LessonState }) {
  const { messages } = useI18n(lessonMessages);
  const { pages = lesson.reading.page, pageSize, pdf } = lesson;
  return (
    <section id="page" tabIndex={-1} aria-label={messages.reader} className="focus:[outline:none]">
      {pageSize ? (
        <>
          {pages > 1 && <PageTurner lesson={lesson} pages={pages} label={messages.turnAbove} hasField />}
          <HitTurner lesson={lesson} />
          <PagePicture lesson={lesson} pages={pages} size={pageSize} />
          {pages > 1 && <PageTurner lesson={lesson} pages={pages} label={messages.turnBelow} />}
        </>
      ) : (
        <p className="rounded-xl px-6 py-[clamp(1.5rem,5vw,4rem)] text-center text-muted [border:1px_dashed_var(--edge)]">
          {messages.noPictures} {pdf && <PdfLink href={pdf} className="text-link" />}
        </p>
      )}
    </section>
  );
}

/** Width of the picture on a screen, for `sizes` (see `lesson.css`). */
const sizes = '(min-width: 64rem) min(52rem, 100vw - 30rem), 100vw';
/** Classes of the notice in place of a picture. */
const inPlace = 'absolute inset-0 px-8 pt-[min(30%,12rem)] pb-8 text-center';
/** Parts of a page's width and height in which marks are placed. */
const parts = 1000;

/** A page of the lesson as a picture. Its space is reserved, and a slow picture is announced. */
function PagePicture({ lesson, pages, size }: { lesson: LessonState; pages: number; size: PageSize }) {
  const { messages } = useI18n(lessonMessages);
  const { reading, file, marks, pdf } = lesson;
  const href = (width: (typeof pictureWidths)[number]) =>
    pagePicturePath({ lessonId: reading.id, page: reading.page, width }, file.fileId);
  const [width] = pictureWidths;
  const height = Math.max(1, Math.round((width * size.height) / size.width));
  const at = (fraction: number) => Math.round(fraction * parts);
  return (
    <figure className="page-picture panel relative overflow-hidden rounded-xl [box-shadow:var(--shadow)] [touch-action:pan-y_pinch-zoom] print:rounded-none print:[border:0] print:[box-shadow:none]">
      {/* The stylesheet shows it behind the picture; without a stylesheet it would appear next to it. */}
      <p
        className={`page-coming ${inPlace} text-muted print:hidden`}
        aria-hidden="true"
        data-text={messages.coming}
      />
      <img
        src={href(width)}
        srcSet={pictureWidths.map((each) => `${href(each)} ${each}w`).join(', ')}
        sizes={sizes}
        width={width}
        height={height}
        alt={messages.pageOf(reading.page, pages)}
        fetchPriority="high"
        decoding="async"
        className="relative w-full dark:[filter:brightness(0.9)] print:mx-auto print:max-h-[190mm] print:w-auto"
      />
      {marks.length > 0 && (
        <svg
          viewBox={`0 0 ${parts} ${parts}`}
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full fill-[#e7b93c] mix-blend-multiply [fill-opacity:0.45] forced-colors:fill-[Highlight]"
          width="0"
          height="0"
          aria-hidden="true"
        >
          {marks.map((mark) => (
            <rect
              key={`${mark.x} ${mark.y} ${mark.width}`}
              x={at(mark.x)}
              y={at(mark.y)}
              width={at(mark.width)}
              height={at(mark.height)}
            />
          ))}
        </svg>
      )}
      <p role="alert" className={`page-failed bg-card ${inPlace}`} hidden>
        {messages.notDrawn} {pdf && <PdfLink href={`${pdf}#page=${reading.page}`} className="text-link" />}
      </p>
    </figure>
  );
}

interface PageTurnerProps {
  lesson: LessonState;
  pages: number;
  label: string;
  /** Whether it also goes to any page. */
  hasField?: boolean;
}

/** They wrap only where text is far larger than usual. */
const row = 'flex flex-wrap items-center justify-center gap-2';

/** The pages before and after, on the sides where the lesson has them. */
function PageTurner({ lesson: { reading, direction }, pages, label, hasField }: PageTurnerProps) {
  const { language, messages } = useI18n(lessonMessages);
  const ownDirection = directionOf(language);
  const link = (step: 1 | -1) => {
    const page = reading.page + step;
    const isNext = step === 1;
    const className = `button button-ghost ${isNext ? 'flex-row-reverse' : ''}`;
    const content = (
      <>
        <Icon name={isNext ? 'next' : 'previous'} />
        <span className="turner-name" dir={ownDirection}>
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
    const href = `${lessonHref({ ...reading, page }, language)}#page`;
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
      className="turner my-3 flex flex-wrap items-center justify-between gap-[0.6rem] print:hidden"
    >
      {link(-1)}{' '}
      {hasField ? (
        <form
          action={`${lessonPagePath(reading.id)}#page`}
          dir={ownDirection}
          className={`${row} flex-[1_1_8rem]`}
        >
          {language !== defaultLanguage && <input type="hidden" name="lang" value={language} />}
          {reading.search !== '' && <input type="hidden" name="search" value={reading.search} />}
          <label className={row}>
            <span className="turner-name">{messages.goTo}</span>{' '}
            <input
              type="number"
              name="page"
              min={1}
              max={pages}
              required
              defaultValue={reading.page}
              className="field w-19 px-3 text-center text-[max(1rem,16px)] max-[22rem]:w-14 max-[22rem]:px-1"
            />
          </label>{' '}
          <span>{messages.of(pages)}</span>{' '}
          <button type="submit" className="button button-ghost max-[22rem]:px-2">
            {messages.go}
          </button>
        </form>
      ) : (
        <span dir={ownDirection} className="turner-place text-muted">
          {messages.pageOf(reading.page, pages)}
        </span>
      )}{' '}
      {link(1)}
    </nav>
  );
}
