import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { lessonHref } from '../../page/lesson-href.ts';
import { usePage } from '../../page/page-facts.ts';
import type { LessonState } from './lesson-state.ts';

/** A plus sign is shown as one there. */
const queryOf = (parameters: Record<string, string>) =>
  new URLSearchParams(parameters).toString().replaceAll('+', '%20');

/** The ways to pass on a lesson: plain links, so that nobody else's program runs here. Where the browser has its own way, the script takes that. */
export function LessonShare({ lesson: { reading, title } }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  const { origin } = usePage();
  const address = origin + lessonHref({ ...reading, search: '' }, language);
  const whatsApp = `https://wa.me/?${queryOf({ text: `${title}\n${address}` })}`;
  const telegram = `https://t.me/share/url?${queryOf({ url: address, text: title })}`;
  return (
    <details className="lesson-share" data-title={title}>
      <summary className="button button-ghost flex list-none px-1 [&::-webkit-details-marker]:hidden">
        {messages.share}
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for choices. */}
      <div
        role="group"
        aria-label={messages.shareBy}
        className="panel absolute inset-x-0 top-[calc(100%+0.5rem)] z-5 flex max-w-104 flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl p-[1.1rem] [box-shadow:0_12px_32px_-12px_rgb(0_0_0/0.35)] [&>a]:py-2"
      >
        <a href={whatsApp} target="_blank" rel="noopener noreferrer" className="text-link">
          WhatsApp
        </a>{' '}
        <a href={telegram} target="_blank" rel="noopener noreferrer" className="text-link">
          Telegram
        </a>{' '}
        <input
          readOnly
          dir="ltr"
          value={address}
          aria-label={messages.address}
          className="field w-full px-3 text-[max(1rem,16px)] text-ellipsis"
        />{' '}
        <button type="button" className="button button-ghost js-only" data-copy>
          {messages.copy}
        </button>
        <p role="status" data-copied={messages.copied} data-not-copied={messages.notCopied} />
      </div>
    </details>
  );
}
