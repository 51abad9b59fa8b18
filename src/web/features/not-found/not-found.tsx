import { ArchNotice } from '../../components/arch-notice.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { usePage } from '../../page/page-facts.ts';
import { useDocumentTitle } from '../../page/use-document-title.ts';
import { homeHref } from '../../page/view.ts';
import { lostTexts } from './lost-texts.ts';
import { notFoundTitle } from './not-found-title.ts';

/** An address without a page, or of a lesson that was taken down; with the way on. */
export function NotFound() {
  const { language } = useI18n();
  const { route, site } = usePage();
  const isGone = route === 'gone';
  useDocumentTitle(notFoundTitle(site, language, isGone));
  const home = homeHref(language);
  return <ArchNotice {...lostTexts(language, isGone)} href={isGone ? `${home}#library` : home} />;
}
