import { catalogues } from '#web/i18n/catalogues.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { Language } from '#web/i18n/language.ts';
import { describeLesson, lastChange } from './described-lesson.ts';
import type { DiscoverySite, TypedText } from './discovery-site.ts';
import { type Form, opdsRoots, opdsSearchPath } from './document-paths.ts';
import { opdsAtom } from './opds-atom.ts';
import {
  type Catalogue,
  type CatalogueChoice,
  type CatalogueHref,
  type CataloguePath,
  lastPage,
  lessonsOnAPage,
} from './opds-catalogue.ts';
import { opdsJson } from './opds-json.ts';
import { shownName } from './shown-name.ts';
import { siteFacts } from './site-facts.ts';
import { discoveryTexts } from './texts.ts';

export interface CatalogueQuestion {
  form: Form;
  path: CataloguePath;
  language: Language;
  page: number;
  search: string;
}

/** A page of the catalogue; a page past the end is the last one. Undefined when there is no such category. */
export async function opdsDocument(
  discovery: DiscoverySite,
  question: CatalogueQuestion,
): Promise<TypedText | undefined> {
  const { addresses } = discovery;
  const { form, language } = question;
  const place =
    (root: string): CatalogueHref =>
    (path, { page = 1, search = '' } = {}) => {
      const own = addresses.of(root + path, language, { page: page > 1 ? String(page) : undefined });
      // A template's braces are not to be encoded.
      const terms = search === '{query}' ? search : encodeURIComponent(search);
      return search === '' ? own : `${own}${own.includes('?') ? '&' : '?'}q=${terms}`;
    };
  const catalogue = await (question.path === '' ? firstPage : lessonPage)(discovery, question);
  if (!catalogue) return undefined;
  const [atom, json] = [place(opdsRoots.atom), place(opdsRoots.json)];
  const { path, paging, search = '' } = catalogue;
  const same = { page: paging?.page ?? 1, search };
  return form === 'atom'
    ? opdsAtom(catalogue, atom, { json: json(path, same), search: addresses.of(opdsSearchPath, language) })
    : opdsJson(catalogue, json, { atom: atom(path, same) });
}

async function firstPage(
  { list, addresses, site }: DiscoverySite,
  { path, language }: CatalogueQuestion,
): Promise<Catalogue> {
  const [categories, newest] = await Promise.all([
    list.categories(language),
    list.lessons({ language, order: 'newest', limit: 1 }),
  ]);
  const [messages, texts] = [catalogues[language], discoveryTexts[language]];
  const { name, description } = siteFacts(site, language);
  const choices: CatalogueChoice[] = [
    { path: '/new', title: texts.newLessons, about: description },
    {
      path: '/all',
      title: texts.allLessons,
      about: messages.fileCount(newest.total),
      count: newest.total,
    },
    ...categories.map(({ $id, categoryName }) => ({
      path: `/category/${$id}` as const,
      title: shownName(categoryName),
      about: messages.libraryTitle,
    })),
  ];
  return {
    path,
    language,
    author: name,
    icon: addresses.origin + site.logo,
    title: texts.catalogue(name),
    updated: lastChange([...newest.rows, ...categories]),
    home: addresses.library(language),
    choices,
  };
}

async function lessonPage(
  { list, addresses, site }: DiscoverySite,
  { path, page, search, language }: CatalogueQuestion,
): Promise<Catalogue | undefined> {
  const texts = discoveryTexts[language];
  const categoryId = path.startsWith('/category/') ? path.slice('/category/'.length) : undefined;
  const category = categoryId === undefined ? undefined : await list.category(categoryId);
  if (categoryId !== undefined && !category) return undefined;
  const order = path === '/new' ? 'newest' : 'name';
  const size = lessonsOnAPage;
  const ask = (number: number) => {
    const skip = (number - 1) * size;
    return list.lessons({ language, order, categoryId, search, limit: size, skip });
  };
  const asked = await ask(page);
  const shown = Math.min(page, lastPage({ size, total: asked.total }));
  const { rows, total } = shown === page ? asked : await ask(shown);
  const { name, description } = siteFacts(site, language);
  const title = category
    ? shownName(category.categoryName)
    : path === '/search'
      ? texts.found(isolate(search))
      : path === '/new'
        ? texts.newLessons
        : texts.allLessons;
  return {
    path,
    language,
    author: name,
    icon: addresses.origin + site.logo,
    title,
    updated: lastChange(category ? [...rows, category] : rows),
    home: addresses.library(language, categoryId),
    ...(path === '/search' && { search }),
    // A page with neither lessons nor ways on is none (OPDS 2.0 section 2).
    choices: rows.length === 0 ? [{ path: '', title: texts.start, about: description }] : [],
    lessons: rows.map((row) => describeLesson(row, language, addresses)),
    paging: { page: shown, size, total },
  };
}
