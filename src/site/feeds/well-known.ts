import { directionOf, type Language, languages, mapLanguages } from '#contract/language.ts';
import {
  catalogPath,
  catalogSearchPath,
  embeddedEndpoint,
  homeHref,
  homePath,
  openSearchPath,
  sitemapFilePath,
} from '#contract/urls.ts';
import type { LessonList } from '../lesson-list.ts';
import { type IconName, iconHref, icons } from '../pictures/share-card.ts';
import {
  type DiscoverySite,
  isoDate,
  opdsTypes,
  openSearchType,
  siteFacts,
  type TypedText,
} from '../site-facts.ts';
import { type XmlElement, xmlDocument } from '../xml.ts';

/** Crawlers for link previews. They request one page and its picture, and do not index them. */
const linkPreviews = [
  'facebookexternalhit',
  'Facebot',
  'WhatsApp',
  'Twitterbot',
  'TelegramBot',
  'LinkedInBot',
  'Slackbot-LinkExpanding',
  'Discordbot',
  'SkypeUriPreview',
];

/**
 * Returns robots.txt (RFC 9309), which excludes the backend, catalogs, archives, pictures of pages, quotations, and the countless searches
 * and sort orders. Crawlers for link previews are excluded only from the backend.
 */
export function robotsText(sitemap: string): string {
  return [
    ...linkPreviews.map((name) => `User-agent: ${name}`),
    `Disallow: ${embeddedEndpoint}/`,
    '',
    'User-agent: *',
    `Disallow: ${embeddedEndpoint}/`,
    'Disallow: /opds',
    'Disallow: /lesson/*.webp',
    'Disallow: /lesson/*.jpg',
    'Disallow: /category/*.zip',
    ...['search', 'sort', 'exact', 'in', 'from'].flatMap((name) => [
      `Disallow: /*?${name}=`,
      `Disallow: /*&${name}=`,
    ]),
    '',
    `Sitemap: ${sitemap}`,
    '',
  ].join('\n');
}

/**
 * Maximum number of lessons in a file, which are listed by one query: with more, a hosted backend could exceed the timeout. Far below the
 * limits of 50,000 addresses and 50 MB (sitemaps.org), so that rendering a file does not block other requests for long.
 */
export const LESSONS_PER_FILE = 1000;
/** Maximum number of files in the sitemap index: their addresses have at most four digits. */
const MAX_FILES = 9999;

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Renders the whole sitemap if it fits into one file, else the list of its files. */
export async function renderSitemap(discovery: DiscoverySite): Promise<TypedText | undefined> {
  const fileCount = await countFiles(discovery.list);
  if (fileCount === 1) return renderSitemapFile(discovery, 1);
  const { origin } = discovery.addresses;
  const files = Array.from({ length: fileCount }, (_, index) => ({
    loc: origin + sitemapFilePath(index + 1),
  }));
  return createXmlDocument({ sitemapindex: { '@': { xmlns }, sitemap: files } });
}

/**
 * Renders a file of the sitemap; undefined if its number is too large. Every file has the library, because it must not be empty even if
 * none of its rows can be shown. The first one also has the categories.
 */
export async function renderSitemapFile(
  { list, addresses }: DiscoverySite,
  file: number,
): Promise<TypedText | undefined> {
  const [lessons, newest, categories] = await Promise.all([
    listLessons(list, file),
    list.lessons({ language: 'en', order: 'newest', limit: 1 }),
    file === 1 ? list.categories('en') : [],
  ]);
  if (file > 1 && lessons.rowCount === 0) return undefined;
  const url = [
    ...entriesOfPage((language) => addresses.library(language), newest.rows[0]?.$updatedAt),
    ...categories.flatMap(({ $id }) => entriesOfPage((language) => addresses.library(language, $id))),
    ...lessons.rows.flatMap(({ $id, $updatedAt }) =>
      entriesOfPage((language) => addresses.lesson($id, language), $updatedAt),
    ),
  ];
  const namespaces = { xmlns, 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' };
  return createXmlDocument({ urlset: { '@': namespaces, url } });
}

/** Lists the lessons of a file. The oldest are first, so that a lesson added today does not move the others. */
const listLessons = (list: LessonList, file: number, limit = LESSONS_PER_FILE) =>
  list.lessons({ language: 'en', order: 'oldest', limit, skip: (file - 1) * LESSONS_PER_FILE });

/** Counts the files of the sitemap. A hosted backend stops counting at a limit, so further queries check for more. */
async function countFiles(list: LessonList): Promise<number> {
  const { total } = await listLessons(list, 1, 1);
  let fileCount = Math.max(1, Math.ceil(total / LESSONS_PER_FILE));
  while (fileCount < MAX_FILES && (await listLessons(list, fileCount + 1, 1)).rowCount > 0) fileCount += 1;
  return fileCount;
}

function createXmlDocument(root: XmlElement): TypedText {
  return { type: 'application/xml; charset=utf-8', text: xmlDocument(root) };
}

/** Returns the sitemap entries of a page, one per language, each with links to the page in all languages. */
function entriesOfPage(hrefOf: (language: Language) => string, changedAt?: string): XmlElement[] {
  const hrefs = mapLanguages(hrefOf);
  const alternate = (hreflang: string, href: string) => ({ '@': { rel: 'alternate', hreflang, href } });
  const links = [
    ...languages.map((language) => alternate(language, hrefs[language])),
    alternate('x-default', hrefs.en),
  ];
  const lastmod = changedAt === undefined ? undefined : isoDate(changedAt);
  return languages.map((language) => ({ loc: hrefs[language], lastmod, 'xhtml:link': links }));
}

/** Renders the manifest for installing the site as an app on a phone (W3C Web Application Manifest). */
export function renderManifest({ site }: DiscoverySite, language: Language): TypedText {
  const { name, center, description } = siteFacts(site, language);
  const iconEntry = (name: IconName, purpose: 'any' | 'maskable') => ({
    src: iconHref(name, site.logo),
    sizes: `${icons[name].size}x${icons[name].size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: homePath,
    name: `${name} – ${center}`,
    short_name: name,
    description,
    lang: language,
    dir: directionOf(language),
    start_url: homeHref(language),
    scope: homePath,
    // Shows a back button, because lessons and feeds are separate pages.
    display: 'minimal-ui',
    background_color: '#faf7f0',
    theme_color: '#faf7f0',
    icons: [iconEntry('192', 'any'), iconEntry('512', 'any'), iconEntry('maskable', 'maskable')],
  };
  return { type: 'application/manifest+json', text: JSON.stringify(manifest) };
}

/** Maximum lengths of names and description in characters (OpenSearch 1.1). */
const [MAX_SHORT_NAME, MAX_LONG_NAME, MAX_DESCRIPTION] = [16, 48, 1024];
const truncate = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** Renders the OpenSearch description for a browser's address bar, or for OPDS readers if `isForCatalog`. */
export function renderOpenSearch(
  { site, addresses, logo }: DiscoverySite,
  language: Language,
  isForCatalog: boolean,
): TypedText {
  const { name, description, texts } = siteFacts(site, language);
  const results = isForCatalog
    ? {
        type: opdsTypes.atom.acquisition,
        template: addresses.template(catalogPath('atom', '/search'), language, 'q', 'searchTerms'),
      }
    : { type: 'text/html', template: addresses.template(homePath, language, 'search', 'searchTerms') };
  const self = addresses.page(isForCatalog ? catalogSearchPath : openSearchPath, language);
  const content = {
    '@': { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    // A general name is better than a truncated name of a person.
    ShortName: name.length > MAX_SHORT_NAME ? texts.searchName : name,
    LongName: truncate(name, MAX_LONG_NAME),
    Description: truncate(description, MAX_DESCRIPTION),
    Url: [
      { '@': { rel: 'results', ...results } },
      { '@': { rel: 'self', type: openSearchType, template: self } },
    ],
    Image: { '@': { type: logo.type }, '#': addresses.origin + site.logo },
    Language: language,
    InputEncoding: 'UTF-8',
    OutputEncoding: 'UTF-8',
  };
  return { type: `${openSearchType}; charset=utf-8`, text: xmlDocument({ OpenSearchDescription: content }) };
}
