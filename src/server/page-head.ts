import type { Language } from '#web/i18n/language.ts';
import { languages } from '#web/i18n/language.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { type SharedHead, sharedTags } from './discovery/shared-head.ts';
import { escapeHtml } from './page-template.ts';

const locales: Record<Language, string> = { en: 'en_US', ar: 'ar_AR' };

/** What a page says of itself to who does not look at it. */
export interface HeadParts {
  origin: string;
  site: SiteContent;
  title: string;
  description: string;
  /** Its own address in each language, without what is nobody's page to find; absent for what is no page. */
  hrefs?: Record<Language, string>;
  type?: 'website' | 'article';
  /** What is seen of it where somebody shares a link to it, and how it is kept up with. */
  shared?: SharedHead;
  /** Search engines are to leave it out. */
  unlisted: boolean;
}

/** Title, description, canonical and language links, and what link previews show (docs/rules.md#addresses-of-pages). */
export function pageHead(
  { origin, site, title, description, hrefs, type = 'website', shared, unlisted }: HeadParts,
  language: Language,
): string {
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`;
  const alternate = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(origin + href)}">`;

  const found = hrefs && [
    `<link rel="canonical" href="${escapeHtml(origin + hrefs[language])}">`,
    ...languages.map((each) => alternate(each, hrefs[each])),
    alternate('x-default', hrefs.en),
    property('og:type', type),
    property('og:title', title),
    property('og:description', description),
    property('og:url', origin + hrefs[language]),
    property('og:site_name', site.preacherName[language]),
    ...languages.map((each) =>
      property(each === language ? 'og:locale' : 'og:locale:alternate', locales[each]),
    ),
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('description', description),
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f0">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1714">',
    `<link rel="icon" href="${site.logo}">`,
    ...(found ?? []),
    ...(shared ? sharedTags(shared, origin, language) : []),
    ...(unlisted ? [meta('robots', 'noindex,follow')] : []),
  ].join('');
}
