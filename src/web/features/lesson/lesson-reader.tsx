import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import type { LessonState } from './lesson-state.ts';
import { PagePicture } from './page-picture.tsx';
import { PageTurner } from './page-turner.tsx';
import { PdfLink } from './pdf-link.tsx';

/** One page of the lesson, with the way to the others. */
export function LessonReader({ lesson }: { lesson: LessonState }) {
  const { messages } = useI18n(lessonMessages);
  const { pages = lesson.reading.page, pageSize, pdf } = lesson;
  return (
    <section id="page" tabIndex={-1} aria-label={messages.reader} className="focus:[outline:none]">
      {pageSize ? (
        <>
          {pages > 1 && <PageTurner lesson={lesson} pages={pages} label={messages.turnAbove} hasField />}
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
