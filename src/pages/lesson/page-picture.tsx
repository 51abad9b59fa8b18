import type { PageSize } from '#contract/lesson-outline.ts';
import { pagePicturePath, pictureWidths } from '#contract/urls.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { PdfLink } from './lesson-actions.tsx';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** The `sizes` attribute: the width of the picture on the screen (see `lesson.css`). */
const sizesAttribute = '(min-width: 64rem) min(52rem, 100vw - 30rem), 100vw';
/** Classes of a notice in place of a picture. */
const noticeClasses = 'absolute inset-0 px-8 pt-[min(30%,12rem)] pb-8 text-center';
/** Width and height of the coordinate system in which marks are drawn over the page. */
const GRID_SIZE = 1000;

interface PagePictureProps {
  lesson: LessonState;
  pages: number;
  size: PageSize;
  /** Whether the picture is next to the text, on wide screens. */
  isNextToText?: boolean;
}

/**
 * A picture of a page, linked to its largest version. Reserves the space, and shows a notice if loading is slow. In dark mode,
 * pages of text are inverted; the client bundle dims pages with photographs instead.
 */
export function PagePicture({ lesson, pages, size, isNextToText }: PagePictureProps) {
  const { messages } = useI18n(lessonMessages);
  const { view, file, marks, pdf } = lesson;
  const href = (width: (typeof pictureWidths)[number]) =>
    pagePicturePath({ lessonId: view.id, page: view.page, width }, file.fileId);
  const [width, widest] = pictureWidths;
  const height = Math.max(1, Math.round((width * size.height) / size.width));
  const toGrid = (fraction: number) => Math.round(fraction * GRID_SIZE);
  return (
    <figure
      data-night={lesson.text === undefined ? 'dim' : 'invert'}
      className="page-picture panel relative overflow-hidden rounded-xl [box-shadow:var(--shadow)] [touch-action:pan-y_pinch-zoom] print:rounded-none print:[border:0] print:[box-shadow:none]"
    >
      {/* The stylesheet inserts the text, because without a stylesheet it would appear next to the picture. */}
      <p
        className={`page-coming ${noticeClasses} text-muted print:hidden`}
        aria-hidden="true"
        data-text={messages.preparing}
      />
      <a
        href={href(widest)}
        aria-label={messages.enlarge(view.page)}
        className="block"
        data-enlarge={messages.enlarged}
        data-close={messages.close}
      >
        <img
          src={href(width)}
          srcSet={pictureWidths.map((pixels) => `${href(pixels)} ${pixels}w`).join(', ')}
          sizes={sizesAttribute}
          width={width}
          height={height}
          alt={messages.pageOf(view.page, pages)}
          fetchPriority={isNextToText ? 'low' : 'high'}
          loading={isNextToText ? 'lazy' : undefined}
          decoding="async"
          className="relative w-full print:mx-auto print:max-h-[190mm] print:w-auto"
        />
      </a>
      {marks.length > 0 && !isNextToText && (
        <svg
          viewBox={`0 0 ${GRID_SIZE} ${GRID_SIZE}`}
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full fill-[#e7b93c] mix-blend-multiply [fill-opacity:0.45] forced-colors:fill-[Highlight]"
          width="0"
          height="0"
          aria-hidden="true"
        >
          {marks.map((mark) => (
            <rect
              key={`${mark.x} ${mark.y} ${mark.width}`}
              x={toGrid(mark.x)}
              y={toGrid(mark.y)}
              width={toGrid(mark.width)}
              height={toGrid(mark.height)}
            />
          ))}
        </svg>
      )}
      <p role="alert" className={`page-failed bg-card ${noticeClasses}`} hidden>
        {messages.notDrawn} {pdf && <PdfLink href={`${pdf}#page=${view.page}`} className="text-link" />}
      </p>
    </figure>
  );
}
