import { Icon } from '../../components/icon.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';

/** Leads on to the page that was read last; shown by the script, which alone knows of it. */
export function ResumeNote() {
  const { messages } = useI18n(lessonMessages);
  return (
    <div
      role="status"
      className="lesson-resume panel fixed inset-x-4 bottom-4 z-9 mx-auto w-max max-w-[calc(100%-2rem)] items-center gap-1 rounded-[1.1rem] p-[0.4rem] not-[[hidden]]:flex [box-shadow:0_12px_32px_-12px_rgb(0_0_0/0.4)] print:hidden"
      hidden
    >
      {/* biome-ignore lint/a11y/useAnchorContent: its words come with the page's number: a text browser shows what is hidden. */}
      <a
        href="#page"
        className="button button-solid px-[min(1.35rem,4vw)]"
        data-text={messages.resume('#')}
      />
      <button type="button" className="button-icon" aria-label={messages.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
