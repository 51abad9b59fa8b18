import { Arch } from '../../components/arch.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { usePage } from '../../page/page-facts.ts';
import { useDocumentTitle } from '../../page/use-document-title.ts';
import { homeHref } from '../../page/view.ts';
import { notFoundTitle } from './not-found-title.ts';

export function NotFound() {
  const { language, messages } = useI18n();
  useDocumentTitle(notFoundTitle(usePage().site, language));
  return (
    <section className="hero grow" aria-labelledby="not-found-title">
      <div className="wrap flex min-h-140 flex-col items-center justify-center py-16 text-center">
        <Arch className="mb-8 w-40" />
        <h1 id="not-found-title" className="display mb-4 text-hero-small text-balance">
          {messages.notFoundHeading}
        </h1>
        <p className="mb-8 text-lg text-hero-text">{messages.notFoundText}</p>
        <a href={homeHref(language)} className="button button-gold">
          {messages.notFoundBack}
        </a>
      </div>
    </section>
  );
}
