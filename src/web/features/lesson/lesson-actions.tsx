import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { posterMessages } from '../../i18n/poster-messages.ts';
import { usePage } from '../../page/page-facts.ts';
import { posterHref } from '../../page/poster-href.ts';
import { downloadHref } from './download-href.ts';
import { LessonShare } from './lesson-share.tsx';
import type { LessonState } from './lesson-state.ts';
import { PdfLink } from './pdf-link.tsx';

/** What can be done with a lesson. */
export function LessonActions({ lesson }: { lesson: LessonState }) {
  const { language, messages: common } = useI18n();
  const { origin } = usePage();
  const messages = lessonMessages[language];
  const { pdf, pageSize } = lesson;
  const download = pdf && downloadHref(pdf, origin);
  return (
    <div className="lesson-actions">
      {pdf === undefined ? (
        <p className="action-first">{common.linkUnavailable}</p>
      ) : (
        <PdfLink href={pdf} className="button button-solid action-first" />
      )}{' '}
      {download && (
        <a href={download} download className="button button-ghost">
          {messages.download}
        </a>
      )}{' '}
      <LessonShare lesson={lesson} />{' '}
      <a
        href={posterHref({ kind: 'lesson', id: lesson.reading.id }, language)}
        className="button button-ghost"
      >
        {posterMessages[language].poster}
      </a>{' '}
      {pageSize && (
        <button type="button" className="button button-ghost js-only" data-print>
          {messages.print}
        </button>
      )}
    </div>
  );
}
