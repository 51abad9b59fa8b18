import { clampPage } from '#web/features/library/paging.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { Language } from '#web/i18n/language.ts';
import { type Form, opdsRoots, opdsSearchPath } from './addresses.ts';
import { describeLesson, lastChange } from './described-lesson.ts';
import { type DiscoverySite, siteFacts, type TypedText } from './discovery-site.ts';
import { opdsAtom } from './opds-atom.ts';
import {
  type Catalogue,
  type CatalogueHref,
  type CataloguePath,
  lessonsOnAPage as size,
} from './opds-catalogue.ts';
import { opdsJson } from './opds-json.ts';
import { shownName } from './shown-name.ts';

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
  const { addresses, site } = discovery;
  const { form, language, path } = question;
  const place =
    (root: string): CatalogueHref =>
    (to, { page = 1, search = '' } = {}) =>
      addresses.of(root + to, language, { page: page > 1 ? String(page) : '', q: search });
  const page = await (path === '' ? firstPage : lessonPage)(discovery, question);
  if (!page) return undefined;
  const icon = addresses.origin + site.logo;
  const catalogue = { path, language, author: siteFacts(site, language).name, icon, ...page };
  const [atom, json] = [place(opdsRoots.atom), place(opdsRoots.json)];
  const { paging, search = '' } = page;
  const same = { page: paging?.page ?? 1, search };
  if (form === 'atom')
    return opdsAtom(catalogue, atom, {
      json: json(path, same),
      search: addresses.of(opdsSearchPath, language),
    });
  const terms = addresses.template(`${opdsRoots.json}/search`, language, 'q', 'query');
  return opdsJson(catalogue, json, { atom: atom(path, same), search: terms });
}

type Page = Omit<Catalogue, 'path' | 'language' | 'author' | 'icon'>;

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
