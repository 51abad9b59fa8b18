import { textMarks } from '#contract/text-search/text-marks.ts';
import { langOf, MarkedText } from '../../components/owner-text.tsx';
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

/** The words of the page, to be read aloud, selected and copied. */
export function PageText({ lesson: { text } }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  if (!text) return <p className="text-muted">{messages.noText}</p>;
  const marks = textMarks(text.text, text.needs);
  return (
    <details className="page-text" open={marks.length > 0}>
      <summary>{messages.text}</summary>
      <div lang={langOf(text.text, language)} className="page-words">
        <MarkedText text={text.text} ranges={marks} />
      </div>
    </details>
  );
}
