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
import type { LessonDate, LessonList } from '../lesson-list.ts';
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

/** Fetchers of link previews, which need one page and its picture and do not index it. */
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
 * Paths that crawlers should skip (RFC 9309): the backend, archives, pictures of pages, and the endless views of the library. Pages
 * behind link previews stay open to preview fetchers.
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
 * Lessons of one file, each with an address for each language. Far below the limits of 50,000 addresses and 50 MB
 * (sitemaps.org), so that rendering one does not block other requests.
 */
export const LESSONS_PER_FILE = 5000;
/** Rows of one request: a hosted backend does not return more in time. */
const ROWS_PER_REQUEST = 1000;
/** Maximum files of the sitemap index; sitemaps.org allows more than a library of lessons needs. */
const MAX_FILES = 1000;

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Renders the whole sitemap if it fits into one file, else the list of its files. */
export async function sitemapDocument(discovery: DiscoverySite): Promise<TypedText> {
  const files = await filesOf(discovery.list);
  if (files === 1) return sitemapFile(await pagesOf(discovery, 1));
  const { origin } = discovery.addresses;
  const places = Array.from({ length: files }, (_, at) => ({ loc: origin + sitemapFilePath(at + 1) }));
  return document({ sitemapindex: { '@': { xmlns }, sitemap: places } });
}

/** Returns a file of the sitemap; undefined if its number is too large. */
export async function sitemapFileDocument(
  discovery: DiscoverySite,
  file: number,
): Promise<TypedText | undefined> {
  const pages = await pagesOf(discovery, file);
  return pages.length > 0 ? sitemapFile(pages) : undefined;
}

function document(root: XmlElement): TypedText {
  return { type: 'application/xml; charset=utf-8', text: xmlDocument(root) };
}

function sitemapFile(pages: XmlElement[]): TypedText {
  const namespaces = { xmlns, 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' };
  return document({ urlset: { '@': namespaces, url: pages } });
}

/** A page in each language; each names all its alternates and the default one. */
function alternates(hrefOf: (language: Language) => string, changed?: string): XmlElement[] {
  const hrefs = mapLanguages(hrefOf);
  const alternate = (hreflang: string, href: string) => ({ '@': { rel: 'alternate', hreflang, href } });
  const links = [
    ...languages.map((language) => alternate(language, hrefs[language])),
    alternate('x-default', hrefs.en),
  ];
  const lastmod = changed === undefined ? undefined : isoDate(changed);
  return languages.map((language) => ({ loc: hrefs[language], lastmod, 'xhtml:link': links }));
}

/** A hosted backend stops counting at a limit; a further query then checks for more. */
async function filesOf(list: LessonList): Promise<number> {
  const { total } = await list.lessons({ language: 'en', order: 'newest', limit: 1 });
  let files = Math.max(1, Math.ceil(total / LESSONS_PER_FILE));
  while (files < MAX_FILES && (await list.dates(files * LESSONS_PER_FILE, 1)).length > 0) files += 1;
  return files;
}

async function lessonsOf(list: LessonList, file: number): Promise<LessonDate[]> {
  const lessons: LessonDate[] = [];
  for (
    let from = (file - 1) * LESSONS_PER_FILE;
    lessons.length < LESSONS_PER_FILE;
    from += ROWS_PER_REQUEST
  ) {
    const rows = await list.dates(from, Math.min(ROWS_PER_REQUEST, LESSONS_PER_FILE - lessons.length));
    lessons.push(...rows);
    if (rows.length < ROWS_PER_REQUEST) break;
  }
  return lessons;
}

/** The first file has the library and its categories before the oldest lessons. */
async function pagesOf({ list, addresses }: DiscoverySite, file: number): Promise<XmlElement[]> {
  const lessons = (await lessonsOf(list, file)).flatMap(({ $id, $updatedAt }) =>
    alternates((language) => addresses.lesson($id, language), $updatedAt),
  );
  if (file > 1) return lessons;
  const [categories, { rows }] = await Promise.all([
    list.categories('en'),
    list.lessons({ language: 'en', order: 'newest', limit: 1 }),
  ]);
  return [
    ...alternates((language) => addresses.library(language), rows[0]?.$updatedAt),
    ...categories.flatMap(({ $id }) => alternates((language) => addresses.library(language, $id))),
    ...lessons,
  ];
}

/** Manifest with which a phone installs the site as an app (W3C Web Application Manifest). */
export function manifestDocument({ site }: DiscoverySite, language: Language): TypedText {
  const { name, center, description } = siteFacts(site, language);
  const icon = (name: IconName, purpose: 'any' | 'maskable') => ({
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
    icons: [icon('192', 'any'), icon('512', 'any'), icon('maskable', 'maskable')],
  };
  return { type: 'application/manifest+json', text: JSON.stringify(manifest) };
}

/** Maximum characters of the names a browser shows (OpenSearch 1.1). */
const [longestShortName, longestLongName, longestDescription] = [16, 48, 1024];
const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** OpenSearch description for a browser's address bar, or (`ofCatalog`) for OPDS readers. */
export function openSearchDocument(
  { site, addresses, logo }: DiscoverySite,
  language: Language,
  ofCatalog: boolean,
): TypedText {
  const { name, description, texts } = siteFacts(site, language);
  const place = ofCatalog
    ? {
        type: opdsTypes.atom.acquisition,
        template: addresses.template(catalogPath('atom', '/search'), language, 'q', 'searchTerms'),
      }
    : { type: 'text/html', template: addresses.template(homePath, language, 'search', 'searchTerms') };
  const self = addresses.page(ofCatalog ? catalogSearchPath : openSearchPath, language);
  const searched = {
    '@': { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    // Half of the sheikh's name would be worse than none.
    ShortName: name.length > longestShortName ? texts.searchName : name,
    LongName: cut(name, longestLongName),
    Description: cut(description, longestDescription),
    Url: [
      { '@': { rel: 'results', ...place } },
      { '@': { rel: 'self', type: openSearchType, template: self } },
    ],
    Image: { '@': { type: logo.type }, '#': addresses.origin + site.logo },
    Language: language,
    InputEncoding: 'UTF-8',
    OutputEncoding: 'UTF-8',
  };
  return { type: `${openSearchType}; charset=utf-8`, text: xmlDocument({ OpenSearchDescription: searched }) };
}
