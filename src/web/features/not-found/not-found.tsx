import { Arch } from '../../components/arch.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { usePage } from '../../page/page-facts.ts';
import { useDocumentTitle } from '../../page/use-document-title.ts';
import { homeHref } from '../../page/view.ts';
import { lostTexts } from './lost-texts.ts';
import { notFoundTitle } from './not-found-title.ts';

/** An address without a page, of a lesson that was taken down, or of one that cannot be had now; with the way on. */
export function NotFound() {
  const { language } = useI18n();
  const { route, site } = usePage();
  const { heading, text, back } = lostTexts(language, route);
  useDocumentTitle(notFoundTitle(site, language, route));
  const home = homeHref(language);
  return (
    <section className="hero grow" aria-labelledby="not-found-title">
      <div className="wrap flex min-h-140 flex-col items-center justify-center py-16 text-center">
        <Arch className="mb-8 w-40" />
        <h1 id="not-found-title" className="display mb-4 text-hero-small text-balance">
          {heading}
        </h1>
        <p className="mb-8 text-lg text-hero-text">{text}</p>
        <a
          href={route === 'away' ? '' : route === 'gone' ? `${home}#library` : home}
          className="button button-gold"
        >
          {back}
        </a>
      </div>
    </section>
  );
}
