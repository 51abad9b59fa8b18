import type { PageSize } from '#contract/lesson-outline.ts';
import { pagePicturePath, pictureWidths } from '#contract/urls.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { PdfLink } from './lesson-actions.tsx';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** Width of the picture on a screen, for `sizes` (see `lesson.css`). */
const sizes = '(min-width: 64rem) min(52rem, 100vw - 30rem), 100vw';
/** Classes of the notice in place of a picture. */
const inPlace = 'absolute inset-0 px-8 pt-[min(30%,12rem)] pb-8 text-center';
/** Parts of a page's width and height in which marks are placed. */
const parts = 1000;

interface PagePictureProps {
  lesson: LessonState;
  pages: number;
  size: PageSize;
  /** Whether it only goes with the text, on screens with room for both. */
  isBeside?: boolean;
}

/**
 * A page of the lesson as a picture, which leads to the largest one. Its space is reserved, and a slow picture is announced. In the
 * dark a page of text is inverted; the script dims one with photographs instead.
 */
export function PagePicture({ lesson, pages, size, isBeside }: PagePictureProps) {
  const { messages } = useI18n(lessonMessages);
  const { reading, file, marks, pdf } = lesson;
  const href = (width: (typeof pictureWidths)[number]) =>
    pagePicturePath({ lessonId: reading.id, page: reading.page, width }, file.fileId);
  const [width, widest] = pictureWidths;
  const height = Math.max(1, Math.round((width * size.height) / size.width));
  const at = (fraction: number) => Math.round(fraction * parts);
  return (
    <figure
      data-night={lesson.text === undefined ? 'dim' : 'invert'}
      className="page-picture panel relative overflow-hidden rounded-xl [box-shadow:var(--shadow)] [touch-action:pan-y_pinch-zoom] print:rounded-none print:[border:0] print:[box-shadow:none]"
    >
      {/* The stylesheet shows it behind the picture; without a stylesheet it would appear next to it. */}
      <p
        className={`page-coming ${inPlace} text-muted print:hidden`}
        aria-hidden="true"
        data-text={messages.preparing}
      />
      <a
        href={href(widest)}
        aria-label={messages.enlarge(reading.page)}
        className="block"
        data-enlarge={messages.enlarged}
        data-close={messages.close}
      >
        <img
          src={href(width)}
          srcSet={pictureWidths.map((each) => `${href(each)} ${each}w`).join(', ')}
          sizes={sizes}
          width={width}
          height={height}
          alt={messages.pageOf(reading.page, pages)}
          fetchPriority={isBeside ? 'low' : 'high'}
          loading={isBeside ? 'lazy' : undefined}
          decoding="async"
          className="relative w-full print:mx-auto print:max-h-[190mm] print:w-auto"
        />
      </a>
      {marks.length > 0 && !isBeside && (
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
