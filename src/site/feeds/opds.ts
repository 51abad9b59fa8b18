import { isolate, type Language } from '#contract/language.ts';
import {
  type CatalogPage,
  catalogCategory,
  catalogPath,
  catalogSearchPath,
  type FeedFormat,
} from '#contract/urls.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import { clampPage, totalPages } from '#web/library/files-page.ts';
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

/** A page of the catalog as a document; undefined when there is no such category. */
export async function opdsDocument(
  discovery: DiscoverySite,
  query: CatalogQuery,
): Promise<TypedText | undefined> {
  const catalog = await opdsCatalog(discovery, query);
  return catalog && { atom, json }[query.form](catalog);
}

/** Renders OPDS 1.2, which all reading programs support. */
function atom(catalog: Catalog): TypedText {
  const { type, choices, lessons, paging, updated } = catalog;
  const counts = paging && {
    'opensearch:totalResults': paging.total,
    'opensearch:startIndex': (paging.page - 1) * paging.size + 1,
    'opensearch:itemsPerPage': paging.size,
  };
  const ways = choices.map(({ rel, href, type, title, about, count }) => {
    const content = { '@': { type: 'text' }, '#': about };
    return { id: href, title, updated, link: { '@': { rel, href, type, 'thr:count': count } }, content };
  });
  const books = lessons.map((lesson) =>
    buildAtomEntry(lesson, [
      { rel: 'http://opds-spec.org/image', href: lesson.cover.href, type: 'image/jpeg' },
      { rel: 'http://opds-spec.org/image/thumbnail', href: lesson.cover.thumbnail, type: 'image/jpeg' },
      { rel: openAccess, href: lesson.pdf, type: 'application/pdf', length: lesson.bytes },
    ]),
  );
  return { type: `${type};charset=utf-8`, text: buildAtomFeed(catalog, [...ways, ...books], counts) };
}

/** Renders OPDS 2.0. */
function json({ type, title, links, choices, lessons, paging, updated, author }: Catalog): TypedText {
  const navigation = choices.map(({ href, title, type, rel, count: numberOfItems }) => ({
    ...{ href, title, type, rel },
    ...(numberOfItems !== undefined && { properties: { numberOfItems } }),
  }));
  const { total: numberOfItems, size: itemsPerPage, page: currentPage } = paging ?? {};
  const text = JSON.stringify({
    metadata: { title, modified: updated, numberOfItems, itemsPerPage, currentPage },
    links,
    ...(navigation.length > 0 && { navigation }),
    ...(lessons.length > 0 && { publications: lessons.map((lesson) => publication(lesson, author)) }),
  });
  return { type, text };
}

function publication(lesson: DescribedLesson, author: string) {
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

/** Lessons on a page. */
const size = 50;

export interface CatalogQuery {
  form: FeedFormat;
  path: CatalogPage;
  language: Language;
  page: number;
  /** The query, at `/search`. */
  search: string;
}

/** Fields of a page in both versions. */
interface Page {
  title: string;
  updated: string;
  /** The page of the site that shows the same. */
  home: string;
  /** Links to other pages, with plain-text descriptions. */
  choices: { path: CatalogPage; title: string; about: string; count?: number }[];
  lessons: DescribedLesson[];
  paging?: { page: number; size: number; total: number };
}

/** A page of the catalog for reading programs, in the OPDS version of its addresses. */
export type Catalog = NonNullable<Awaited<ReturnType<typeof opdsCatalog>>>;

/** A page of the catalog; a page past the end is the last one. Undefined when there is no such category. */
export async function opdsCatalog(discovery: DiscoverySite, query: CatalogQuery) {
  const { addresses, site } = discovery;
  const { form, language, path, search } = query;
  const page = await (path === '' ? firstPage : lessonPage)(discovery, query);
  if (!page) return undefined;
  const { home, choices, lessons, paging } = page;
  const { navigation, acquisition } = opdsTypes[form];
  const at = (place: CatalogPage, number = 1, version = form) => {
    const parameters = { page: number > 1 && String(number), q: place === path && search };
    return addresses.page(catalogPath(version, place), language, parameters);
  };

  const pageNumber = paging?.page ?? 1;
  const last = paging ? totalPages(paging.total, size) : 1;
  const start = { href: at(''), type: navigation };
  const type = lessons.length > 0 ? acquisition : navigation;
  const searchTemplate = addresses.template(catalogPath('json', '/search'), language, 'q', 'query');
  const others: Record<FeedFormat, Link[]> = {
    atom: [
      { rel: 'search', href: addresses.page(catalogSearchPath, language), type: openSearchType },
      { rel: 'alternate', href: home, type: 'text/html' },
      { rel: 'alternate', href: at(path, pageNumber, 'json'), type: opdsTypes.json.navigation },
    ],
    json: [
      { rel: 'search', href: searchTemplate, type, templated: true },
      { rel: 'alternate', href: home, type: 'text/html', language },
      { rel: 'alternate', href: at(path, pageNumber, 'atom'), type: opdsFeed },
    ],
  };
  const pageLinks = last > 1 ? { first: 1, previous: pageNumber - 1, next: pageNumber + 1, last } : {};
  const isPage = ([, number]: [rel: string, number: number]) => number >= 1 && number <= last;
  return {
    ...page,
    /** The address of its first page. */
    id: at(path),
    type,
    language,
    author: siteFacts(site, language).name,
    icon: addresses.origin + site.logo,
    links: [
      { rel: 'self', href: at(path, pageNumber), type },
      { rel: 'start', ...start },
      ...(path === '' ? [] : [{ rel: 'up', ...start }]),
      ...others[form],
      ...Object.entries(pageLinks)
        .filter(isPage)
        .map(([rel, number]) => ({ rel, href: at(path, number), type: acquisition })),
    ],
    choices: choices.map((choice) => ({
      ...choice,
      rel: choice.path === '/new' ? 'http://opds-spec.org/sort/new' : 'subsection',
      href: at(choice.path),
      type: choice.path === '' ? navigation : acquisition,
    })),
  };
}

async function firstPage(
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
    choices: [
      { path: '/new', title: texts.newLessons, about: description },
      { path: '/all', title: texts.allLessons, about: messages.fileCount(total), count: total },
      ...categories.map((category) => ({
        path: `/category/${category.$id}` as const,
        title: shownCategoryName(category, language),
        about: messages.libraryTitle,
      })),
    ],
    lessons: [],
  };
}

async function lessonPage(
  { list, addresses, site }: DiscoverySite,
  { path, page, search, language }: CatalogQuery,
): Promise<Page | undefined> {
  const categoryId = catalogCategory(path);
  const category = categoryId === undefined ? undefined : await list.category(categoryId);
  if (categoryId !== undefined && !category) return undefined;
  const order = path === '/new' ? 'newest' : 'name';
  const listPage = (number: number) =>
    list.lessons({ language, order, categoryId, search, limit: size, skip: (number - 1) * size });
  const firstTry = await listPage(page);
  const currentPage = clampPage(page, firstTry.total, size);
  const { rows, total } = currentPage === page ? firstTry : await listPage(currentPage);
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
    choices: rows.length === 0 ? [{ path: '', title: texts.backToLibrary, about: description }] : [],
    lessons: rows.map((row) => describeLesson(row, language, addresses)),
    paging: { page: currentPage, size, total },
  };
}
