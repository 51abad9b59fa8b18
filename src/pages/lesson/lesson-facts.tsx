import { useI18n } from '#web/i18n/i18n-context.ts';
import { isolate } from '#web/i18n/isolate.ts';
import { fileSize, sizeRange } from '#web/page/file-size.ts';
import type { LessonState } from './lesson-state.ts';
import { lessonMessages } from './messages.ts';

/** A number and its unit, kept on one line and in their own direction. */
const onOneLine = (text: string) => isolate(text.replace(' ', '\u00A0'));

/** When the lesson was added, how large it is, and what it costs to load. */
export function LessonFacts({ lesson: { added, file, pages, pictureBytes } }: { lesson: LessonState }) {
  const { messages } = useI18n(lessonMessages);
  const size = fileSize(file.fileSize);
  return (
    <dl className="grid max-w-160 grid-cols-2 gap-x-6 gap-y-3 lg:flex lg:max-w-none lg:flex-wrap lg:gap-x-10 print:hidden [&_dd]:font-medium [&_dt]:text-[0.8125rem] [&_dt]:text-muted [&_span]:block">
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
      <div className="max-sm:col-span-2">
        <dt>{messages.cost}</dt>
        <dd>
          {pictureBytes && <span>{messages.costsPage(onOneLine(sizeRange(pictureBytes)))}</span>}{' '}
          <span>{messages.costsPdf(onOneLine(size))}</span>
        </dd>
      </div>
      {pages !== undefined && (
        <div>
          <dt>{messages.pages}</dt>
          <dd>{pages}</dd>
        </div>
      )}
      <div>
        <dt>{messages.size}</dt>
        <dd>
          <bdi dir="ltr">PDF · {size}</bdi>
        </dd>
      </div>
    </dl>
  );
}
