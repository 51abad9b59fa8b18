import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { posterMessages } from '../../i18n/poster-messages.ts';
import { usePage } from '../../page/page-facts.ts';
import { posterHref } from '../../page/poster-href.ts';
import { downloadHref } from './download-href.ts';
import { LessonShare } from './lesson-share.tsx';
import type { LessonState } from './lesson-state.ts';
import { PdfLink } from './pdf-link.tsx';

/** What can be done with a lesson: two beside each other on a phone, three, then all five. */
export function LessonActions({ lesson }: { lesson: LessonState }) {
  const { language, messages: common } = useI18n();
  const { origin } = usePage();
  const messages = lessonMessages[language];
  const { pdf, pageSize } = lesson;
  const download = pdf && downloadHref(pdf, origin);
  return (
    <div className="relative mt-6 grid max-w-156 grid-cols-[repeat(auto-fill,minmax(min(9.5rem,45%),1fr))] gap-[0.6rem] lg:max-w-220 print:hidden [&>.button]:px-1">
      {pdf === undefined ? (
        <p className="col-span-2 lg:col-auto">{common.linkUnavailable}</p>
      ) : (
        <PdfLink href={pdf} className="button button-solid col-span-2 lg:col-auto" />
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
