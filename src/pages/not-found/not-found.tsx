import type { Language } from '#contract/language.ts';
import { homeHref } from '#contract/urls.ts';
import { ArchNotice } from '#web/components/drawings.tsx';
import { catalogs } from '#web/i18n/catalogs.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { type SiteContent, useDocumentTitle, usePage } from '#web/page/page-facts.ts';

/** The page for an unknown address or a removed lesson, with a link to the site. */
export function NotFound() {
  const { language, messages } = useI18n();
  const { route, site } = usePage();
  const isGone = route === 'gone';
  useDocumentTitle(createNotFoundTitle(site, language, isGone));
  const [heading, text, back] = isGone
    ? [messages.goneHeading, messages.goneText, messages.goneBack]
    : [messages.notFoundHeading, messages.notFoundText, messages.notFoundBack];
  const href = homeHref(language) + (isGone ? '#library' : '');
  return <ArchNotice heading={heading} text={text} href={href} back={back} />;
}

/** Returns the document's title for an unknown address or a removed lesson. */
export function createNotFoundTitle(
  { preacherName }: SiteContent,
  language: Language,
  isGone: boolean,
): string {
  const { goneHeading, notFoundHeading } = catalogs[language];
  return `${isGone ? goneHeading : notFoundHeading} – ${preacherName[language]}`;
}
