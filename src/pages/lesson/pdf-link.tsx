import { useI18n } from '#web/i18n/i18n-context.ts';
import { lessonMessages } from './messages.ts';

/** Opens the PDF, as a card does. */
export function PdfLink({ href, className }: { href: string; className: string }) {
  const { language, messages } = useI18n();
  return (
    <a href={href} target="_blank" rel="noopener" type="application/pdf" className={className}>
      {lessonMessages[language].openPdf}
      <span className="sr-only">{` (${messages.opensInNewTab})`}</span>
    </a>
  );
}
