import { clampPage, totalPages } from '#web/features/library/paging.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { Language } from '#web/i18n/language.ts';
import { type Form, opdsRoots, opdsSearchPath } from './addresses.ts';
import type { Link } from './atom.ts';
import { describeLesson, lastChange } from './described-lesson.ts';
import { type DiscoverySite, siteFacts, type TypedText } from './discovery-site.ts';
import { opdsAtom } from './opds-atom.ts';
import { acquisitionFeed, type Catalogue, type CataloguePath } from './opds-catalogue.ts';
import { opdsJson } from './opds-json.ts';
import { openSearchType } from './open-search.ts';
import { shownName } from './shown-name.ts';

const opdsJsonType = 'application/opds+json';
/** Lessons on a page. */
const size = 50;

export interface CatalogueQuestion {
  form: Form;
  path: CataloguePath;
  language: Language;
  page: number;
  search: string;
}

/** What each version calls a page that leads to others, and one that has books to take. */
const types: Record<Form, { navigation: string; acquisition: string }> = {
  atom: {
    navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
    acquisition: acquisitionFeed,
  },
  json: { navigation: opdsJsonType, acquisition: opdsJsonType },
};

/** A page of the catalogue; a page past the end is the last one. Undefined when there is no such category. */
export async function opdsDocument(
  discovery: DiscoverySite,
  question: CatalogueQuestion,
): Promise<TypedText | undefined> {
  const { addresses, site } = discovery;
  const { form, language, path } = question;
  const page = await (path === '' ? firstPage : lessonPage)(discovery, question);
  if (!page) return undefined;
  const { home, search, choices, lessons, paging } = page;
  const { navigation, acquisition } = types[form];
  const at = (place: CataloguePath, number = 1, version = form) => {
    const parameters = { page: number > 1 && String(number), q: place === path && search };
    return addresses.of(opdsRoots[version] + place, language, parameters);
  };

  const shown = paging?.page ?? 1;
  const last = paging ? totalPages(paging.total, size) : 1;
  const start = { href: at(''), type: navigation };
  const type = lessons.length > 0 ? acquisition : navigation;
  const others: Record<Form, Link[]> = {
    atom: [
      { rel: 'search', href: addresses.of(opdsSearchPath, language), type: openSearchType },
      { rel: 'alternate', href: home, type: 'text/html' },
      { rel: 'alternate', href: at(path, shown, 'json'), type: opdsJsonType },
    ],
    json: [
      {
        rel: 'search',
        href: addresses.template(`${opdsRoots.json}/search`, language, 'q', 'query'),
        type,
        templated: true,
      },
      { rel: 'alternate', href: home, type: 'text/html', language },
      { rel: 'alternate', href: at(path, shown, 'atom'), type: 'application/atom+xml;profile=opds-catalog' },
    ],
  };
  const beside: [rel: string, number: number, isThere: boolean][] = [
    ['first', 1, last > 1],
    ['previous', shown - 1, shown > 1],
    ['next', shown + 1, shown < last],
    ['last', last, last > 1],
  ];
  const write = { atom: opdsAtom, json: opdsJson }[form];
  return write({
    ...page,
    id: at(path),
    type,
    language,
    author: siteFacts(site, language).name,
    icon: addresses.origin + site.logo,
    links: [
      { rel: 'self', href: at(path, shown), type },
      { rel: 'start', ...start },
      ...(path === '' ? [] : [{ rel: 'up', ...start }]),
      ...others[form],
      ...beside.flatMap(([rel, number, isThere]) =>
        isThere ? [{ rel, href: at(path, number), type: acquisition }] : [],
      ),
    ],
    choices: choices.map((choice) => ({
      ...choice,
      rel: choice.path === '/new' ? 'http://opds-spec.org/sort/new' : 'subsection',
      href: at(choice.path),
      type: choice.path === '' ? navigation : acquisition,
    })),
  });
}

/** What a page has whatever the version. */
interface Page extends Pick<Catalogue, 'title' | 'updated' | 'lessons' | 'paging'> {
  /** The page of the site that shows the same. */
  home: string;
  /** What is searched for, at `/search`. */
  search?: string;
  choices: { path: CataloguePath; title: string; about: string; count?: number }[];
}

async function firstPage(
  { list, addresses, site }: DiscoverySite,
  { language }: CatalogueQuestion,
): Promise<Page> {
  const [categories, newest] = await Promise.all([
    list.categories(language),
    list.lessons({ language, order: 'newest', limit: 1 }),
  ]);
  const messages = catalogues[language];
  const { name, description, texts } = siteFacts(site, language);
  const { rows, total } = newest;
  return {
    title: texts.catalogue(name),
    updated: lastChange([...rows, ...categories]),
    home: addresses.library(language),
    choices: [
      { path: '/new', title: texts.newLessons, about: description },
      { path: '/all', title: texts.allLessons, about: messages.fileCount(total), count: total },
      ...categories.map(({ $id, categoryName }) => ({
        path: `/category/${$id}` as const,
        title: shownName(categoryName),
        about: messages.libraryTitle,
      })),
    ],
    lessons: [],
  };
}

async function lessonPage(
  { list, addresses, site }: DiscoverySite,
  { path, page, search, language }: CatalogueQuestion,
): Promise<Page | undefined> {
  const categoryId = path.startsWith('/category/') ? path.slice('/category/'.length) : undefined;
  const category = categoryId === undefined ? undefined : await list.category(categoryId);
  if (categoryId !== undefined && !category) return undefined;
  const order = path === '/new' ? 'newest' : 'name';
  const ask = (number: number) =>
    list.lessons({ language, order, categoryId, search, limit: size, skip: (number - 1) * size });
  const asked = await ask(page);
  const shown = clampPage(page, asked.total, size);
  const { rows, total } = shown === page ? asked : await ask(shown);
  const { description, texts } = siteFacts(site, language);
  const titles: Partial<Record<CataloguePath, string>> = {
    '/search': texts.found(isolate(search)),
    '/new': texts.newLessons,
  };
  return {
    title: category ? shownName(category.categoryName) : (titles[path] ?? texts.allLessons),
    updated: lastChange(category ? [...rows, category] : rows),
    home: addresses.library(language, categoryId),
    ...(path === '/search' && { search }),
    // A page with neither lessons nor ways on is none (OPDS 2.0 section 2).
    choices: rows.length === 0 ? [{ path: '', title: texts.start, about: description }] : [],
    lessons: rows.map((row) => describeLesson(row, language, addresses)),
    paging: { page: shown, size, total },
  };
}
