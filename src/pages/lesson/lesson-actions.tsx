import { downloadParameter, lessonHref, parsePdfPath, posterHref } from '#contract/urls.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { usePage } from '#web/page/page-facts.ts';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** Actions for a lesson. The first is twice as wide as the others, so that none is alone in the last row. */
export function LessonActions({ lesson }: { lesson: LessonState }) {
  const { language, messages: interfaceMessages } = useI18n();
  const { origin } = usePage();
  const messages = lessonMessages[language];
  const { pdf, pageSize } = lesson;
  const downloadAddress = pdf && createDownloadHref(pdf, origin);
  return (
    <div className="lesson-actions relative flex max-w-156 flex-wrap gap-[0.6rem] print:hidden [&>.button]:px-1">
      {pdf === undefined ? (
        <p className="basis-full">{interfaceMessages.linkUnavailable}</p>
      ) : (
        <PdfLink href={pdf} className="button button-solid" />
      )}{' '}
      {downloadAddress && (
        <a href={downloadAddress} download className="button button-ghost">
          {messages.download}
        </a>
      )}{' '}
      <LessonShare lesson={lesson} />{' '}
      <a href={posterHref({ kind: 'lesson', id: lesson.view.id }, language)} className="button button-ghost">
        {messages.poster}
      </a>{' '}
      {pageSize && (
        <button type="button" className="button button-ghost js-only" data-print>
          {messages.print}
        </button>
      )}
    </div>
  );
}

/** Returns the address that makes a browser save the PDF; undefined if the site does not serve the PDF itself. */
function createDownloadHref(pdf: string, origin: string): string | undefined {
  const address = new URL(pdf, origin);
  if (address.origin !== new URL(origin).origin || parsePdfPath(address.pathname) === undefined)
    return undefined;
  return `${address.pathname}?${downloadParameter}`;
}

/** Encodes spaces as `%20`, because WhatsApp and Telegram would show `+` as a plus sign. */
const encodeQuery = (parameters: Record<string, string>) =>
  new URLSearchParams(parameters).toString().replaceAll('+', '%20');

/** Links for sharing a lesson, without third-party scripts. If the browser has a share dialog, the client bundle opens that instead. */
function LessonShare({ lesson: { view, title, shortPath } }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  const { origin } = usePage();
  // The short address always leads to the first page.
  const isFirstPage = view.page === 1 && !view.as;
  const address = origin + (isFirstPage ? shortPath : lessonHref({ ...view, search: '' }, language));
  const whatsApp = `https://wa.me/?${encodeQuery({ text: `${title}\n${address}` })}`;
  const telegram = `https://t.me/share/url?${encodeQuery({ url: address, text: title })}`;
  return (
    <details className="lesson-share" data-title={title}>
      <summary className="button button-ghost flex px-1">{messages.share}</summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields. */}
      <div
        role="group"
        aria-label={messages.shareBy}
        className="panel absolute inset-x-0 z-5 mt-2 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl p-[1.1rem] [box-shadow:0_12px_32px_-12px_rgb(0_0_0/0.35)] [&>a]:py-[0.6rem]"
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

/** A link that opens the PDF in a new tab. */
export function PdfLink({ href, className }: { href: string; className: string }) {
  const { language, messages } = useI18n();
  return (
    <a href={href} target="_blank" rel="noopener" type="application/pdf" className={className}>
      {lessonMessages[language].openPdf}
      <span className="sr-only">{` (${messages.opensInNewTab})`}</span>
    </a>
  );
}
