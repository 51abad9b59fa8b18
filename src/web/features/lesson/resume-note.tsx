import { Icon } from '../../components/icon.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';

/** Leads on to the page that was read last; shown by the script, which alone knows of it. */
export function ResumeNote() {
  const { messages } = useI18n(lessonMessages);
  return (
    <div role="status" className="lesson-resume" hidden>
      {/* biome-ignore lint/a11y/useAnchorContent: its words come with the page's number: a text browser shows what is hidden. */}
      <a href="#page" className="button button-solid" data-text={messages.resume('#')} />
      <button type="button" className="button-icon" aria-label={messages.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
