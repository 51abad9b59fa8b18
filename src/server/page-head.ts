import type { PageState } from '#web/app/page-state.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import { type Language, languages } from '#web/i18n/language.ts';
import { defaultView, viewHref } from '#web/page/view.ts';
import { escapeHtml } from './page-template.ts';

const locales: Record<Language, string> = { en: 'en_US', ar: 'ar_AR' };

/** Title, description, canonical and language links, and what link previews show (docs/rules.md#addresses-of-pages). */
export function pageHead(
  { route, origin, site, view }: PageState,
  language: Language,
  title: string,
): string {
  const description = catalogues[language].metaDescription(
    site.preacherName[language],
    site.centerName[language],
  );
  // A search is nobody's page to find; the list it searches is.
  const canonical = origin + viewHref({ ...view, search: defaultView.search }, language);
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`;
  const alternate = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(origin + href)}">`;

  const home = [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...languages.map((each) => alternate(each, viewHref({ ...view, search: '' }, each))),
    alternate('x-default', viewHref({ ...view, search: '' }, 'en')),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonical),
    property('og:site_name', site.preacherName[language]),
    ...languages.map((each) =>
      property(each === language ? 'og:locale' : 'og:locale:alternate', locales[each]),
    ),
  ];
  const noindex = route !== 'home' || view.search !== '' ? [meta('robots', 'noindex,follow')] : [];
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('description', description),
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f0">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1714">',
    `<link rel="icon" href="${site.logo}">`,
    ...(route === 'home' ? home : []),
    ...noindex,
  ].join('');
}
