import { useI18n } from '../../i18n/i18n-context.ts';
import { isolate } from '../../i18n/isolate.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { fileSize } from '../../page/file-size.ts';
import type { LessonState } from './lesson-state.ts';

/** About what a page's picture takes, in bytes: 800 pixels wide, as a phone loads it. */
const pictureBytes = 50 * 1024;

/** A number and its unit, kept on one line and in their own direction. */
const whole = (text: string) => isolate(text.replace(' ', '\u00A0'));

/** When the lesson was added, how large it is, and what it costs to load. */
export function LessonFacts({ lesson: { added, size, pages, pageSize } }: { lesson: LessonState }) {
  const { language } = useI18n();
  const messages = lessonMessages[language];
  const pdf = whole(fileSize(size));
  return (
    <dl className="lesson-facts">
      {added && (
        <div>
          <dt>{messages.added}</dt>
          <dd>
            <time dateTime={added.iso}>
              {added.gregorian} <span className="text-muted">·</span> {added.hijri}
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
          <bdi dir="ltr">PDF · {fileSize(size)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{messages.cost}</dt>
        <dd>{pageSize ? messages.costs(pdf, whole(fileSize(pictureBytes))) : messages.costsPdf(pdf)}</dd>
      </div>
    </dl>
  );
}
