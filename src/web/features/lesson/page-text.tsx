import { textMarks } from '#contract/text-search/text-marks.ts';
import { langOf, MarkedText } from '../../components/owner-text.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import type { LessonState } from './lesson-state.ts';

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
