import { type Language, languages } from '#contract/language.ts';
import { cataloguePath, feedPaths, localHref, manifestPath, openSearchPath } from '#contract/urls.ts';
import { escapeHtml } from '#site/escape-html.ts';
import { pictureSize } from '#site/pictures/share-card.ts';
import { opdsTypes, openSearchType } from '#site/site-facts.ts';
import type { SiteContent } from '#web/page/page-facts.ts';
import { inertJson } from './page-template.server.ts';
import type { SharedHead } from './shared-pages.server.ts';

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

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`;

/** Title, description, canonical and language links, and what link previews show (docs/rules.md#addresses-of-pages). */
export function pageHead(
  { origin, site, title, description, hrefs, type = 'website', shared, unlisted }: HeadParts,
  language: Language,
): string {
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

/**
 * Tags of a page: its one picture (the preview of a link takes the first or the last of several), its feeds, how it is
 * searched and installed, and what it is. Few bytes: they are on the first page that anybody sees.
 */
function sharedTags({ picture, data, categoryId }: SharedHead, origin: string, language: Language): string[] {
  const link = (rel: string, type: string, path: string, parameters = {}) =>
    `<link rel="${rel}" type="${type}" href="${escapeHtml(localHref(path, language, parameters))}">`;
  const ofCategory = { category: categoryId };
  return [
    property('og:image', origin + picture.path),
    property('og:image:width', String(pictureSize.width)),
    property('og:image:height', String(pictureSize.height)),
    property('og:image:alt', picture.alt),
    '<meta name="twitter:card" content="summary_large_image">',
    link('alternate', 'application/atom+xml', feedPaths.atom, ofCategory),
    link('alternate', 'application/feed+json', feedPaths.json, ofCategory),
    link('alternate', opdsTypes.json.navigation, cataloguePath('json')),
    link('search', openSearchType, openSearchPath),
    `<link rel="manifest" href="${escapeHtml(localHref(manifestPath, language))}">`,
    ...(data ? [`<script type="application/ld+json">${inertJson(data)}</script>`] : []),
  ];
}
