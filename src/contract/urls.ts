import { defaultLanguage, isLanguage, type Language } from './language.ts';
import { ID_PATTERN } from './limits.ts';

/*
 * All URLs of the site: for each route its Hono pattern, and functions that build and parse its URLs. Patterns are marked as pure, so
 * that bundlers drop the unused ones from the client bundle.
 */

/** Adds a language and parameters to a path without a query. Omits the default language and empty parameters. */
export function localHref(
  path: string,
  language: Language,
  parameters: Record<string, string | false | undefined> = {},
): string {
  const query = new URLSearchParams(language === defaultLanguage ? {} : { lang: language });
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  // The oldest supported browsers lack `URLSearchParams.size`.
  const text = query.toString();
  return path + (text && `?${text}`);
}

export function parseLanguage(parameters: URLSearchParams): Language {
  const language = parameters.get('lang');
  return isLanguage(language) ? language : defaultLanguage;
}

/**
 * Adds the default language to a URL without a fragment, so that it overrides the language stored in the browser. Returns a URL of another
 * language unchanged, because it already names that language.
 */
export function hrefWithLanguage(href: string, language: Language): string {
  if (language !== defaultLanguage) return href;
  const [path, query] = href.split('?');
  return `${path}?lang=${language}${query === undefined ? '' : `&${query}`}`;
}

// The home page: `/`, `/?lang=ar&page=2`.

export const homePath = '/';
/** The library section of the home page. */
export const libraryHref = '/#library';

/** The four sort orders, each written as attribute-direction. Source: docs/rules.md#the-library-on-a-page. */
export const sortOptions = ['fileName-asc', 'fileName-desc', '$createdAt-asc', '$createdAt-desc'] as const;
export type SortOption = (typeof sortOptions)[number];

/** The view of the library that a visitor chose. */
export interface View {
  search: string;
  /** Whether to search for exactly this text instead of a corrected one. */
  exact?: boolean | undefined;
  /** Absent for all categories. */
  categoryId?: string | undefined;
  /** Whether to list all results found inside the lessons instead of the lessons. */
  inText?: true | undefined;
  sortBy: SortOption;
  /** Page number, from 1. */
  page: number;
}

/** Contains every field, so that spreading it over another view resets all fields. */
export const defaultView: View = {
  search: '',
  exact: undefined,
  categoryId: undefined,
  inText: undefined,
  sortBy: 'fileName-asc',
  page: 1,
};

/** Maximum length of a search in code points. Hardly any title is longer, and longer searches would load the backend without need. */
const MAX_SEARCH_CODE_POINTS = 256;
const MAX_PAGE = 1_000_000;
const rowId = /* @__PURE__ */ new RegExp(`^${ID_PATTERN}$`);
/** Embeddings, overrides and isolates, which could change the direction of the text around a search that a page shows. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

export function cleanSearch(text: string): string {
  const cleanedText = text
    .replace(directionControls, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return Array.from(cleanedText).slice(0, MAX_SEARCH_CODE_POINTS).join('').trim();
}

function cleanPage(text: string | null): number {
  const page = text !== null && /^\d{1,7}$/.test(text) ? Number(text) : defaultView.page;
  return Math.min(Math.max(page, 1), MAX_PAGE);
}

/** Parses a view from URL parameters. Never fails: an invalid value is replaced by the default, and too large a page by the maximum. */
export function parseView(parameters: URLSearchParams): View {
  const category = parameters.get('category');
  const search = cleanSearch(parameters.get('search') ?? '');
  const isFlagged = (name: string, value: string) => search !== '' && parameters.get(name) === value;
  return {
    search,
    exact: isFlagged('exact', '1') || undefined,
    categoryId: category !== null && rowId.test(category) ? category : undefined,
    inText: isFlagged('in', 'text') || undefined,
    sortBy: sortOptions.find((option) => option === parameters.get('sort')) ?? defaultView.sortBy,
    page: cleanPage(parameters.get('page')),
  };
}

/** Returns the URL of a view in a language, without default values. */
export function viewHref(view: View, language: Language): string {
  const { search, exact, inText, categoryId, sortBy, page } = view;
  return localHref(homePath, language, {
    search,
    exact: search && exact && '1',
    in: search && inText && 'text',
    category: categoryId,
    sort: sortBy !== defaultView.sortBy && sortBy,
    page: page !== defaultView.page && String(page),
  });
}

/** Returns the URL of the home page with the default view. */
export function homeHref(language: Language): string {
  return viewHref(defaultView, language);
}

// A lesson's PDF: `/lesson/x.pdf`. The URL contains the row's id, so that it stays the same when the file changes.

export const pdfPattern = /* @__PURE__ */ pattern(`/lesson/:file{${ID_PATTERN}\\.pdf}`);
const pdfAddress = /* @__PURE__ */ new RegExp(`^/lesson/(${ID_PATTERN})\\.pdf$`);
/** URL parameter that makes the browser save a PDF instead of showing it. */
export const downloadParameter = 'download';

export function pdfPath(lessonId: string): string {
  return `/lesson/${lessonId}.pdf`;
}

/** Returns the id of the lesson whose PDF has this path; undefined for other paths. */
export function parsePdfPath(path: string): string | undefined {
  return pdfAddress.exec(path)?.[1];
}

// A page of a lesson: `/lesson/x` is the first page, `/lesson/x/2?lang=ar` the second one in Arabic.

export const lessonPagePattern = '/lesson/:id/:page?';
const lessonPageAddress = /* @__PURE__ */ new RegExp(`^/lesson/(${ID_PATTERN})(?:/([1-9]\\d{0,4}))?$`);

/** Sizes of a lesson's text, in percent. */
export const textSizes = [100, 125, 150, 200, 250, 300] as const;
export type TextSize = (typeof textSizes)[number];
/** Maximum number of pages whose text is shown at once. */
export const PAGES_PER_TEXT = 60;

/** The view of a lesson that a visitor chose: a page, and the search whose words are marked on it. */
export interface LessonView {
  id: string;
  page: number;
  search: string;
  /** `text`: show the lesson's text in this `size` instead of the picture of a page. */
  as?: 'text' | undefined;
  size?: TextSize | undefined;
  /** Quoted lines of the page. */
  quote?: Quote | undefined;
}

/** First and last quoted line of a page, counted from 1. */
export interface Quote {
  first: number;
  last: number;
}

/** Maximum number of lines in a quotation. */
export const MAX_QUOTED_LINES = 12;

export function lessonPagePath(id: string, page = 1): string {
  return page === 1 ? `/lesson/${id}` : `/lesson/${id}/${page}`;
}

/** Returns the lesson and page of a path; `page` is absent if the path has none. Undefined for other paths. */
export function parseLessonPage(path: string): { id: string; page?: number } | undefined {
  const [, id, page] = parsePdfPath(path) === undefined ? (lessonPageAddress.exec(path) ?? []) : [];
  if (id === undefined) return undefined;
  return page === undefined ? { id } : { id, page: Number(page) };
}

/** Returns the URL of a lesson view without its quotation, which belongs to one page. */
export function lessonHref({ id, page, search, as, size = 100 }: LessonView, language: Language): string {
  return localHref(lessonPagePath(id, page), language, {
    search,
    as,
    size: as === 'text' && size !== 100 && String(size),
  });
}

/** Returns the URL of a lesson view, including its quotation. A quotation excludes `as` and `size`. */
export function lessonViewHref(view: LessonView, language: Language): string {
  const { id, page, search, quote } = view;
  if (!quote) return lessonHref(view, language);
  const lines = { from: String(quote.first), to: String(quote.last) };
  return localHref(lessonPagePath(id, page), language, { search, ...lines });
}

/**
 * Parses the view of a lesson from URL parameters. Never fails: an invalid value is replaced by the default, and a long quotation is
 * shortened.
 */
export function parseLessonView(parameters: URLSearchParams): Omit<LessonView, 'id' | 'page'> {
  const as = parameters.get('as') === 'text' ? 'text' : undefined;
  const size = as && textSizes.find((percent) => String(percent) === parameters.get('size'));
  return {
    search: cleanSearch(parameters.get('search') ?? ''),
    as,
    size,
    quote: as ? undefined : parseQuote(parameters),
  };
}

function parseQuote(parameters: URLSearchParams): Quote | undefined {
  const line = (name: string) =>
    /^[1-9]\d{0,3}$/.test(parameters.get(name) ?? '') ? Number(parameters.get(name)) : 0;
  const [first, to] = [line('from'), line('to')];
  if (first === 0) return undefined;
  return { first, last: Math.min(Math.max(first, to), first + MAX_QUOTED_LINES - 1) };
}

/** Returns the first of the `PAGES_PER_TEXT` pages that are shown together with a page as text. */
export function firstPageOfText(page: number): number {
  return page - ((page - 1) % PAGES_PER_TEXT);
}

/** Returns the URL of a page in the lesson's text. */
export function textHref(view: LessonView, language: Language): string {
  const href = lessonHref({ ...view, page: firstPageOfText(view.page), as: 'text' }, language);
  return `${href}#page-${view.page}`;
}

// The picture of a lesson's page: `/lesson/x/2-800.webp?v=file`. The URL names the file, so that it can be cached permanently.

/** Widths of page pictures in pixels. */
export const pictureWidths = [800, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

export interface PagePicture {
  lessonId: string;
  page: number;
  width: PictureWidth;
}

export const pagePicturePattern = '/lesson/:id/:picture{.+\\.webp}';
const pagePictureAddress = /* @__PURE__ */ new RegExp(
  `^/lesson/(${ID_PATTERN})/([1-9]\\d{0,4})-(800|1600)\\.webp$`,
);

export function pagePicturePath({ lessonId, page, width }: PagePicture, fileId: string): string {
  return `/lesson/${lessonId}/${page}-${width}.webp?v=${encodeURIComponent(fileId)}`;
}

/** Returns the lesson, page and width in the path of a page's picture; undefined for other paths. */
export function parsePagePicture(path: string): PagePicture | undefined {
  const [, lessonId, page, width] = pagePictureAddress.exec(path) ?? [];
  if (lessonId === undefined) return undefined;
  return { lessonId, page: Number(page), width: Number(width) as PictureWidth };
}

// The picture of a quotation: `/lesson/x/4-q2-5.jpg?lang=ar&v=file` shows lines 2 to 5 of page 4.

export const quotePattern = /* @__PURE__ */ pattern(
  `/lesson/:id{${ID_PATTERN}}/:quote{[1-9][0-9]{0,4}-q[1-9][0-9]{0,3}-[1-9][0-9]{0,3}\\.jpg}`,
);

export function quotePath(
  lessonId: string,
  page: number,
  { first, last }: Quote,
  fileId: string,
  language: Language,
) {
  const path = `/lesson/${lessonId}/${page}-q${first}-${last}.jpg`;
  return localHref(path, language, { v: fileId });
}

/** Parses the page and lines in a quotation's file name; undefined for too many lines, or a last line before the first. */
export function parseQuotePath(name: string): (Quote & { page: number }) | undefined {
  const [page = 0, first = 0, last = 0] = (name.match(/\d+/g) ?? []).map(Number);
  return last >= first && last - first < MAX_QUOTED_LINES ? { page, first, last } : undefined;
}

// The cover of a lesson for e-book readers: `/lesson/x/cover-600.jpg?v=file`.

export type CoverWidth = 200 | 600;
export const coverPattern = /* @__PURE__ */ pattern(
  `/lesson/:id{${ID_PATTERN}}/:cover{cover-(?:200|600)\\.jpg}`,
);

export function coverPath(lessonId: string, width: CoverWidth, fileId: string): string {
  return `/lesson/${lessonId}/cover-${width}.jpg?v=${encodeURIComponent(fileId)}`;
}

/** Returns the width in pixels in the path of a cover that matches `coverPattern`. */
export function parseCoverWidth(path: string): CoverWidth {
  return path.endsWith('-200.jpg') ? 200 : 600;
}

// An archive with all lessons of a category: `/category/y.zip`.

export const categoryZipPattern = /* @__PURE__ */ pattern(`/category/:file{${ID_PATTERN}\\.zip}`);
const categoryZipAddress = /* @__PURE__ */ new RegExp(`^/category/(${ID_PATTERN})\\.zip$`);

export function categoryZipHref(categoryId: string, language: Language): string {
  return localHref(`/category/${categoryId}.zip`, language);
}

/** Returns the id of the category whose archive has this path; undefined for other paths. */
export function parseCategoryZip(path: string): string | undefined {
  return categoryZipAddress.exec(path)?.[1];
}

// Posters: `/lesson/x/poster` and `/category/y/poster`, with short addresses such as `/en/abcdef` printed on them.

/** The lesson or category that a poster announces. */
export interface PosterSubject {
  kind: 'lesson' | 'category';
  id: string;
}

export const posterPattern = /* @__PURE__ */ pattern(`/:kind{lesson|category}/:id{${ID_PATTERN}}/poster`);

export function posterHref({ kind, id }: PosterSubject, language: Language): string {
  return localHref(`/${kind}/${id}/poster`, language);
}

/** Page for embedding in other websites; lists the newest lessons of the library or a category. */
export const embedPath = '/embed';

export function embedHref(categoryId: string | undefined, language: Language): string {
  return localHref(embedPath, language, { category: categoryId });
}

/** The poster that lists the whole library. */
export const libraryPosterPath = '/poster';

/** Returns the URL of the page that a poster links to. */
export function subjectHref({ kind, id }: PosterSubject, language: Language): string {
  return kind === 'lesson'
    ? lessonHref({ id, page: 1, search: '' }, language)
    : viewHref({ ...defaultView, categoryId: id }, language);
}

/** Minimum length of the id in a short address: enough for some thousand lessons, and quick to type. */
export const SHORT_ID_LENGTH = 6;

export const shortPattern = '/:language{[Ee][Nn]|[Aa][Rr]}/:start{.+}';
/** Limits the length, because trimming a long text takes quadratic time; no id has more than 36 characters. */
const shortAddress = /^\/(en|ar)\/(.{1,80})$/i;
const shortStart = /^[A-Za-z0-9][A-Za-z0-9._-]{5,35}$/;

/** Returns the short path of a lesson or category; `start` is the beginning of its id. */
export function shortPath(start: string, language: Language): string {
  return `/${language}/${start}`;
}

/**
 * Parses a short path as typed from paper: with capitals, Arabic or Persian digits, or trailing punctuation. Undefined for other paths.
 * `starts` are possible beginnings of the id, most likely first.
 */
export function parseShortPath(path: string): { language: Language; starts: string[] } | undefined {
  const [, languageName = '', typedId = ''] = shortAddress.exec(path) ?? [];
  const language = languageName.toLowerCase();
  // The value of an Arabic or Persian digit is in the last four bits of its code point.
  const digits = typedId.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) =>
    String(digit.charCodeAt(0) & 15),
  );
  const trimmedId = digits.replace(/[^A-Za-z0-9]+$/, '');
  const starts = [...new Set([typedId, trimmedId, trimmedId.toLowerCase()])].filter((start) =>
    shortStart.test(start),
  );
  return isLanguage(language) && starts.length > 0 ? { language, starts } : undefined;
}

// The picture shown when a link is shared: `/share/lesson-x-en-0123456789.jpg`. `version` identifies its content.

export interface SharedSubject {
  kind: 'library' | 'category' | 'lesson';
  /** Empty for the library. */
  id: string;
  language: Language;
}

export const shareCardPattern = '/share/:name';
const shareCardAddress = /* @__PURE__ */ new RegExp(
  `^/share/(library|category|lesson)(?:-(${ID_PATTERN}))?-(en|ar)-[0-9a-f]{10}\\.jpg$`,
);

export function shareCardPath({ kind, id, language }: SharedSubject, version: string): string {
  return `/share/${kind}${id && `-${id}`}-${language}-${version}.jpg`;
}

/** Returns the subject of the share picture at a path; undefined for other paths. */
export function parseShareCard(path: string): SharedSubject | undefined {
  const [, kind, id = '', language] = shareCardAddress.exec(path) ?? [];
  if (kind === undefined || (kind === 'library') !== (id === '')) return undefined;
  return { kind: kind as SharedSubject['kind'], id, language: language as Language };
}

// Icons of the site.

export const iconPath = (name: string, version: string): string => `/icon/${name}-${version}.png`;
/** Browsers and iPhones request these addresses even if a page names others. */
export const faviconPath = '/favicon.ico';
export const appleIconPaths = ['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'] as const;

// Feeds, catalogs, and documents for browsers and search engines.

/** Format of feeds and catalogs: Atom and OPDS 1.2, or JSON Feed and OPDS 2.0. */
export type FeedFormat = 'atom' | 'json';

export const feedPaths: Record<FeedFormat, string> = { atom: '/feed.xml', json: '/feed.json' };
/** The verses of the Qur'an that a search refers to, as JSON for searches that run in the browser. */
export const versesPath = '/verses.json';
/** The page that explains how to follow the library or a category. */
export const followPath = '/follow';

export function followHref(language: Language, categoryId?: string): string {
  return localHref(followPath, language, { category: categoryId });
}

export const openSearchPath = '/opensearch.xml';
export const manifestPath = '/manifest.webmanifest';
export const robotsPath = '/robots.txt';

export const sitemapPath = '/sitemap.xml';
export const sitemapFilePattern = '/:file{sitemap-[1-9][0-9]{0,3}\\.xml}';

/** Returns the path of a sitemap file; files are numbered from 1. */
export function sitemapFilePath(file: number): string {
  return `/sitemap-${file}.xml`;
}

/** Returns the number in the path of a sitemap file; `NaN` without a number. */
export function parseSitemapFile(path: string): number {
  return Number(/\d+/.exec(path)?.[0]);
}

/** Path of a page in the OPDS catalog, such as `/category/c1`; empty for the first page. */
export type CatalogPage = '' | '/new' | '/all' | '/search' | `/category/${string}`;

/** Roots of the catalogs. They are short, because people type them into their e-book readers. */
const catalogRoots: Record<FeedFormat, string> = { atom: '/opds', json: '/opds/v2' };
export const catalogPattern = '/opds/*';
export const catalogSearchPath = '/opds/search.xml';
const catalogAddress = /* @__PURE__ */ new RegExp(
  `^/opds(/v2)?(?:/|(/new|/all|/search|/category/${ID_PATTERN}))?$`,
);

export function catalogPath(format: FeedFormat, page: CatalogPage = ''): string {
  return catalogRoots[format] + page;
}

/** Returns the format and page of a catalog path; undefined for other paths. */
export function parseCatalogPath(path: string): { format: FeedFormat; page: CatalogPage } | undefined {
  const match = catalogAddress.exec(path);
  return match ? { format: match[1] ? 'json' : 'atom', page: (match[2] ?? '') as CatalogPage } : undefined;
}

/** Returns the id of the category that a page of the catalog lists; undefined for other pages. */
export function catalogCategory(page: CatalogPage): string | undefined {
  return /^\/category\/(.+)$/.exec(page)?.[1];
}

// Monitoring, assets and the backend.

/** Reports whether the library can be read and the disk has space for new lessons. */
export const healthPath = '/health';
/** Responds while the process works. If it does not respond, a supervisor restarts it. */
export const livePath = '/health/live';
export const metricsPath = '/metrics';
/** Returns the path of a built file, whose name changes with its content. */
export const assetPath = (name: string): string => `/assets/${name}`;

/** Path of the embedded backend on the site's own origin. */
export const embeddedEndpoint = '/v1';

/** Returns the path of a file, or of a bucket's list of files, below the backend's endpoint. */
export function filePath(bucketId: string, fileId?: string): string {
  const files = `/storage/buckets/${encodeURIComponent(bucketId)}/files`;
  return fileId === undefined ? files : `${files}/${encodeURIComponent(fileId)}`;
}

/** Wraps a template literal in a call, because bundlers drop an unused call marked as pure, but not an unused template literal. */
function pattern<Text extends string>(text: Text): Text {
  return text;
}
