import { useI18n } from '#web/i18n/i18n-context.ts';
import { fileSize } from '#web/page/file-size.ts';
import type { LessonState } from './lesson-state.ts';
import { lessonMessages } from './messages.ts';

/** When the lesson was added, how many pages it has and how large it is. */
export function LessonFacts({ lesson: { added, file, pages } }: { lesson: LessonState }) {
  const { messages } = useI18n(lessonMessages);
  return (
    <dl className="lesson-facts grid max-w-160 grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:max-w-none sm:flex-wrap sm:gap-x-10 print:hidden [&_dd]:font-medium [&_dt]:text-sm [&_dt]:text-muted [&_span]:block">
      {added && (
        <div className="max-sm:col-span-2">
          <dt>{messages.added}</dt>
          <dd>
            <time dateTime={added.iso}>
              <span>{added.gregorian}</span> <span>{added.hijri}</span>
            </time>
          </dd>
        </div>
      )}
      {pages !== undefined && (
        <div>
          <dt>{messages.pages}</dt>
          <dd>{pages}</dd>
        </div>
      )}
      <div>
        <dt>{messages.size}</dt>
        <dd>
          <bdi dir="ltr">PDF · {fileSize(file.fileSize)}</bdi>
        </dd>
      </div>
    </dl>
  );
}
