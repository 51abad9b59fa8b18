import { catalogues } from '#web/i18n/catalogues.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { Language } from '#web/i18n/language.ts';
import { describeLesson, isoDate } from './described-lesson.ts';
import type { DiscoverySite, TypedText } from './discovery-site.ts';
import { type OpdsVersion, opdsRoots, opdsSearchPath } from './document-paths.ts';
import type { LessonQuestion } from './lesson-list.ts';
import { opdsAtomText, opdsAtomType } from './opds-atom.ts';
import {
  type Catalogue,
  type CatalogueChoice,
  type CatalogueHref,
  type CataloguePath,
  lastPage,
  lessonsOnAPage,
} from './opds-catalogue.ts';
import { opdsJsonText, opdsJsonType } from './opds-json.ts';
import { shownName } from './shown-name.ts';
import { siteFacts } from './site-facts.ts';
import { lastChange } from './sitemap.ts';
import { discoveryTexts } from './texts.ts';

export interface CatalogueQuestion {
  version: OpdsVersion;
  path: CataloguePath;
  language: Language;
  page: number;
  search: string;
}

/** A page of the catalogue; a page past the end is the last one. Undefined when there is no such category. */
export async function opdsDocument(
  discovery: DiscoverySite,
  { version, language, ...question }: CatalogueQuestion,
): Promise<TypedText | undefined> {
  const { addresses } = discovery;
  const place =
    (root: string): CatalogueHref =>
    (path, { page = 1, search = '' } = {}) => {
      const own = addresses.of(root + path, language, { page: page > 1 ? String(page) : undefined });
      // A template's braces are not to be encoded.
      const terms = search === '{query}' ? search : encodeURIComponent(search);
      return search === '' ? own : `${own}${own.includes('?') ? '&' : '?'}q=${terms}`;
    };
  const catalogue =
    question.path === ''
      ? await firstPage(discovery, language)
      : await lessonPage(discovery, language, question);
  if (!catalogue) return undefined;
  const [atom, json] = [place(opdsRoots['1.2']), place(opdsRoots['2.0'])];
  const { path, paging, search = '' } = catalogue;
  const same = { page: paging?.page ?? 1, search };
  return version === '1.2'
    ? {
        type: opdsAtomType(catalogue),
        text: opdsAtomText(catalogue, atom, {
          json: json(path, same),
          search: addresses.of(opdsSearchPath, language),
        }),
      }
    : { type: opdsJsonType, text: opdsJsonText(catalogue, json, { atom: atom(path, same) }) };
}

function common({ site, addresses, icon }: DiscoverySite, language: Language) {
  return { language, author: siteFacts(site, language).name, icon: addresses.origin + icon.href };
}

async function firstPage(discovery: DiscoverySite, language: Language): Promise<Catalogue> {
  const { list, addresses, site } = discovery;
  const [categories, newest] = await Promise.all([
    list.categories(language),
    list.lessons({ language, order: 'newest', limit: 1 }),
  ]);
  const [messages, texts, facts] = [
    catalogues[language],
    discoveryTexts[language],
    siteFacts(site, language),
  ];
  const all = messages.fileCount(newest.total);
  const choices: CatalogueChoice[] = [
    { path: '/new', title: texts.newLessons, about: facts.description },
    { path: '/all', title: texts.allLessons, about: all, count: newest.total },
    ...categories.map(({ $id, categoryName }) => ({
      path: `/category/${$id}` as const,
      title: shownName(categoryName),
      about: messages.libraryTitle,
    })),
  ];
  return {
    ...common(discovery, language),
    path: '',
    title: texts.catalogue(facts.name),
    updated: isoDate(lastChange([...newest.rows, ...categories]) ?? ''),
    home: addresses.library(language),
    choices,
  };
}

async function lessonPage(
  discovery: DiscoverySite,
  language: Language,
  { path, page, search }: Pick<CatalogueQuestion, 'path' | 'page' | 'search'>,
): Promise<Catalogue | undefined> {
  const { list, addresses, site } = discovery;
  const texts = discoveryTexts[language];
  const categoryId = path.startsWith('/category/') ? path.slice('/category/'.length) : undefined;
  const category = categoryId === undefined ? undefined : await list.category(categoryId);
  if (categoryId !== undefined && !category) return undefined;
  const ask = (number: number) => {
    const question: LessonQuestion = {
      language,
      order: path === '/new' ? 'newest' : 'name',
      categoryId,
      search,
      limit: lessonsOnAPage,
      skip: (number - 1) * lessonsOnAPage,
    };
    return list.lessons(question);
  };
  const asked = await ask(page);
  const shown = Math.min(page, lastPage({ size: lessonsOnAPage, total: asked.total }));
  const { rows, total } = shown === page ? asked : await ask(shown);
  const back = { path: '' as const, title: texts.start, about: siteFacts(site, language).description };
  return {
    ...common(discovery, language),
    path,
    title: category
      ? shownName(category.categoryName)
      : path === '/search'
        ? texts.found(isolate(search))
        : path === '/new'
          ? texts.newLessons
          : texts.allLessons,
    updated: isoDate(lastChange(category ? [...rows, category] : rows) ?? ''),
    home: addresses.library(language, categoryId),
    ...(path === '/search' && { search }),
    // A page with neither lessons nor ways on is none (OPDS 2.0 section 2).
    choices: rows.length === 0 ? [back] : [],
    lessons: rows.map((row) => describeLesson(row, language, addresses)),
    paging: { page: shown, size: lessonsOnAPage, total },
  };
}
