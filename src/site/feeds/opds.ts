import { isolate, type Language } from '#contract/language.ts';
import {
  type CatalogPage,
  catalogCategory,
  catalogPath,
  catalogSearchPath,
  type FeedFormat,
} from '#contract/urls.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import { clampPage, countPages } from '#web/library/files-page.ts';
import {
  type DescribedLesson,
  type DiscoverySite,
  describeLesson,
  lastChange,
  opdsFeed,
  opdsTypes,
  openSearchType,
  shownCategoryName,
  siteFacts,
  type TypedText,
} from '../site-facts.ts';
import { buildAtomEntry, buildAtomFeed, type Link } from './feeds.ts';

/** Link relation of a downloadable book (OPDS 1.2 section 6). */
const openAccess = 'http://opds-spec.org/acquisition/open-access';

/** Renders a page of the catalog; undefined for an unknown category. */
export async function renderCatalogPage(
  discovery: DiscoverySite,
  query: CatalogQuery,
): Promise<TypedText | undefined> {
  const catalog = await buildCatalogPage(discovery, query);
  return catalog && { atom: renderOpds1, json: renderOpds2 }[query.format](catalog);
}

/** Renders OPDS 1.2, the version that most reading apps support. */
function renderOpds1(catalog: Catalog): TypedText {
  const { type, navigationLinks, lessons, paging, updated } = catalog;
  const counts = paging && {
    'opensearch:totalResults': paging.total,
    'opensearch:startIndex': (paging.page - 1) * paging.size + 1,
    'opensearch:itemsPerPage': paging.size,
  };
  const navigationEntries = navigationLinks.map(({ rel, href, type, title, description, count }) => {
    const content = { '@': { type: 'text' }, '#': description };
    return { id: href, title, updated, link: { '@': { rel, href, type, 'thr:count': count } }, content };
  });
  const lessonEntries = lessons.map((lesson) =>
    buildAtomEntry(lesson, [
      { rel: 'http://opds-spec.org/image', href: lesson.cover.href, type: 'image/jpeg' },
      { rel: 'http://opds-spec.org/image/thumbnail', href: lesson.cover.thumbnail, type: 'image/jpeg' },
      { rel: openAccess, href: lesson.pdf, type: 'application/pdf', length: lesson.bytes },
    ]),
  );
  return {
    type: `${type};charset=utf-8`,
    text: buildAtomFeed(catalog, [...navigationEntries, ...lessonEntries], counts),
  };
}

/** Renders OPDS 2.0. */
function renderOpds2({
  type,
  title,
  links,
  navigationLinks,
  lessons,
  paging,
  updated,
  author,
}: Catalog): TypedText {
  const navigation = navigationLinks.map(({ href, title, type, rel, count: numberOfItems }) => ({
    ...{ href, title, type, rel },
    ...(numberOfItems !== undefined && { properties: { numberOfItems } }),
  }));
  const { total: numberOfItems, size: itemsPerPage, page: currentPage } = paging ?? {};
  const text = JSON.stringify({
    metadata: { title, modified: updated, numberOfItems, itemsPerPage, currentPage },
    links,
    ...(navigation.length > 0 && { navigation }),
    ...(lessons.length > 0 && { publications: lessons.map((lesson) => toPublication(lesson, author)) }),
  });
  return { type, text };
}

function toPublication(lesson: DescribedLesson, author: string) {
  const { id, title, category, summary, href, pdf, bytes, published, updated, cover } = lesson;
  return {
    metadata: {
      '@type': 'http://schema.org/DigitalDocument',
      identifier: id,
      title,
      author,
      description: summary,
      published,
      modified: updated,
      subject: [{ name: category.name, code: category.id }],
    },
    links: [
      { rel: openAccess, href: pdf, type: 'application/pdf', size: bytes },
      { rel: 'alternate', href, type: 'text/html' },
    ],
    images: [cover.href, cover.thumbnail].map((href) => ({ href, type: 'image/jpeg' })),
  };
}

/** Maximum number of lessons on a page of the catalog. */
const PAGE_SIZE = 50;

interface CatalogQuery {
  format: FeedFormat;
  path: CatalogPage;
  language: Language;
  page: number;
  /** The text to search for; empty except at `/search`. */
  search: string;
}

/** Fields of a catalog page in both OPDS versions. */
interface Page {
  title: string;
  updated: string;
  /** Address of the corresponding page of the site. */
  home: string;
  /** Links to other catalog pages, with plain-text descriptions. */
  navigationLinks: { path: CatalogPage; title: string; description: string; count?: number }[];
  lessons: DescribedLesson[];
  paging?: { page: number; size: number; total: number };
}

/** A page of the catalog for reading apps; its links lead to pages in the same OPDS version, except for alternate links. */
type Catalog = NonNullable<Awaited<ReturnType<typeof buildCatalogPage>>>;

/** Builds a page of the catalog; a number past the end selects the last page. Undefined for an unknown category. */
async function buildCatalogPage(discovery: DiscoverySite, query: CatalogQuery) {
  const { addresses, site } = discovery;
  const { format, language, path, search } = query;
  const page = await (path === '' ? loadFirstPage : loadLessonPage)(discovery, query);
  if (!page) return undefined;
  const { home, navigationLinks, lessons, paging } = page;
  const { navigation, acquisition } = opdsTypes[format];
  const catalogHref = (target: CatalogPage, number = 1, version = format) => {
    const parameters = { page: number > 1 && String(number), q: target === path && search };
    return addresses.page(catalogPath(version, target), language, parameters);
  };

  const pageNumber = paging?.page ?? 1;
  const lastPage = paging ? countPages(paging.total, PAGE_SIZE) : 1;
  const start = { href: catalogHref(''), type: navigation };
  const type = lessons.length > 0 ? acquisition : navigation;
  const searchTemplate = addresses.template(catalogPath('json', '/search'), language, 'q', 'query');
  const alternateLinks: Record<FeedFormat, Link[]> = {
    atom: [
      { rel: 'search', href: addresses.page(catalogSearchPath, language), type: openSearchType },
      { rel: 'alternate', href: home, type: 'text/html' },
      { rel: 'alternate', href: catalogHref(path, pageNumber, 'json'), type: opdsTypes.json.navigation },
    ],
    json: [
      { rel: 'search', href: searchTemplate, type, templated: true },
      { rel: 'alternate', href: home, type: 'text/html', language },
      { rel: 'alternate', href: catalogHref(path, pageNumber, 'atom'), type: opdsFeed },
    ],
  };
  const pageLinks =
    lastPage > 1 ? { first: 1, previous: pageNumber - 1, next: pageNumber + 1, last: lastPage } : {};
  const isValidPage = ([, number]: [rel: string, number: number]) => number >= 1 && number <= lastPage;
  return {
    ...page,
    /** Address of the first page of the list. */
    id: catalogHref(path),
    type,
    language,
    author: siteFacts(site, language).name,
    icon: addresses.origin + site.logo,
    links: [
      { rel: 'self', href: catalogHref(path, pageNumber), type },
      { rel: 'start', ...start },
      ...(path === '' ? [] : [{ rel: 'up', ...start }]),
      ...alternateLinks[format],
      ...Object.entries(pageLinks)
        .filter(isValidPage)
        .map(([rel, number]) => ({ rel, href: catalogHref(path, number), type: acquisition })),
    ],
    navigationLinks: navigationLinks.map((link) => ({
      ...link,
      rel: link.path === '/new' ? 'http://opds-spec.org/sort/new' : 'subsection',
      href: catalogHref(link.path),
      type: link.path === '' ? navigation : acquisition,
    })),
  };
}

async function loadFirstPage(
  { list, addresses, site }: DiscoverySite,
  { language }: CatalogQuery,
): Promise<Page> {
  const [categories, { rows, total }] = await Promise.all([
    list.categories(language),
    list.lessons({ language, order: 'newest', limit: 1 }),
  ]);
  const messages = catalogs[language];
  const { name, description, texts } = siteFacts(site, language);
  return {
    title: texts.catalog(name),
    updated: lastChange([...rows, ...categories]),
    home: addresses.library(language),
    navigationLinks: [
      { path: '/new', title: texts.newLessons, description },
      { path: '/all', title: texts.allLessons, description: messages.fileCount(total), count: total },
      ...categories.map((category) => ({
        path: `/category/${category.$id}` as const,
        title: shownCategoryName(category, language),
        description: messages.libraryTitle,
      })),
    ],
    lessons: [],
  };
}

async function loadLessonPage(
  { list, addresses, site }: DiscoverySite,
  { path, page, search, language }: CatalogQuery,
): Promise<Page | undefined> {
  const categoryId = catalogCategory(path);
  const category = categoryId === undefined ? undefined : await list.category(categoryId);
  if (categoryId !== undefined && !category) return undefined;
  const order = path === '/new' ? 'newest' : 'name';
  const listPage = (number: number) =>
    list.lessons({ language, order, categoryId, search, limit: PAGE_SIZE, skip: (number - 1) * PAGE_SIZE });
  const requestedPage = await listPage(page);
  const currentPage = clampPage(page, requestedPage.total, PAGE_SIZE);
  const { rows, total } = currentPage === page ? requestedPage : await listPage(currentPage);
  const { description, texts } = siteFacts(site, language);
  const titles: Partial<Record<CatalogPage, string>> = {
    '/search': texts.resultsFor(isolate(search)),
    '/new': texts.newLessons,
  };
  return {
    title: category ? shownCategoryName(category, language) : (titles[path] ?? texts.allLessons),
    updated: lastChange(category ? [...rows, category] : rows),
    home: addresses.library(language, categoryId),
    // OPDS 2.0 section 2 forbids a page without lessons and links.
    navigationLinks: rows.length === 0 ? [{ path: '', title: texts.backToLibrary, description }] : [],
    lessons: rows.map((row) => describeLesson(row, language, addresses)),
    paging: { page: currentPage, size: PAGE_SIZE, total },
  };
}
