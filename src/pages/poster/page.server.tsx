import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { inEachLanguage, type Language, otherLanguage } from '#contract/language.ts';
import { formatName } from '#contract/name.ts';
import type { LibraryFile } from '#contract/rows.ts';
import {
  homeHref,
  libraryPosterPath,
  localHref,
  namingLanguage,
  type PosterSubject,
  posterHref,
  shortPath,
  subjectHref,
} from '#contract/urls.ts';
import { assignShortCodes, shortPathOf } from '#site/lesson-list.ts';
import { type DiscoverySite, shownCategoryName } from '#site/site-facts.ts';
import { nameHalves } from '#text/category-names.ts';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import { isolate } from '#web/i18n/isolate.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import { asTyped, qrCode } from '../qr-code.server.ts';
import type { RenderedPage } from '../rendered-page.server.tsx';
import { LibraryList, type LibraryListState } from './library-list.tsx';
import { posterMessages } from './messages.ts';
import { Poster, type PosterState } from './poster.tsx';

type Sources = Pick<DiscoverySite, 'site' | 'list'> & { origin: string };

/** A sheet to print, with nothing around it but links to print it and to go back. */
function sheetPage(sheet: ReactNode, title: string, language: Language): RenderedPage {
  return {
    kind: 'poster',
    app: renderToStaticMarkup(<LanguageContext value={language}>{sheet}</LanguageContext>),
    head: { title, description: title, unlisted: true },
    printed: false,
  };
}

export function posterPage(poster: PosterState, language: Language): RenderedPage {
  const title = posterMessages[language].title(isolate(poster.title));
  return sheetPage(<Poster poster={poster} />, title, language);
}

export function libraryListPage(list: LibraryListState, language: Language): RenderedPage {
  return sheetPage(<LibraryList list={list} />, posterMessages[language].library, language);
}

/** Sizes of a title's letters in millimeters, as in `poster.css`, and the room that they have. */
const TITLE_SIZES_MM = [16, 13, 11, 9, 7.4, 6, 4.8];
const TITLE_WIDTH_MM = 104;
const TITLE_HEIGHT_MM = 42;
/** Width of a letter and height of a line, in parts of the size. */
const [LETTER_WIDTH, LINE_HEIGHT] = [0.4, 1.14];

/** Returns the number of the largest size, from 1, in which a title fits into the arch. */
export function titleSizeOf(title: string): number {
  const parts = nameHalves(title)?.map(({ start, end }) => end - start) ?? [title.length];
  const fits = (size: number) => {
    const lines = parts.map((length) => Math.ceil((length * LETTER_WIDTH * size) / TITLE_WIDTH_MM));
    return lines.reduce((sum, count) => sum + count, 0) * size * LINE_HEIGHT <= TITLE_HEIGHT_MM;
  };
  const index = TITLE_SIZES_MM.findIndex(fits);
  return index === -1 ? TITLE_SIZES_MM.length : index + 1;
}

/** Returns the state of a poster; undefined if there is no such lesson or category. */
export async function posterState(
  { site, origin, list }: Sources,
  subject: PosterSubject,
  language: Language,
): Promise<PosterState | undefined> {
  const { lesson, category } = await list.subject(subject);
  if (!category) return undefined;
  const other = otherLanguage(language);
  const address = origin + (await shortPathOf(list, subject, language));
  const title = formatName(lesson ? fileTitle(lesson.fileName) : category.categoryName);
  return {
    title,
    titleSize: titleSizeOf(title),
    ...(lesson && { above: inEachLanguage((each) => shownCategoryName(category, each)) }),
    name: site.preacherName,
    center: site.centerName,
    address: asTyped(address),
    code: qrCode(address),
    hrefs: {
      back: subjectHref(subject, language),
      other: namingLanguage(posterHref(subject, other), other),
      library: localHref(libraryPosterPath, language),
      ...(lesson && { category: posterHref({ kind: 'category', id: category.$id }, language) }),
    },
  };
}

/** Lessons on the sheet of the library, and in one query for them. A larger library is no sheet for a wall. */
const MAX_LISTED = 1000;
const QUERY_SIZE = 500;

export async function libraryListState(
  { site, origin, list }: Sources,
  language: Language,
): Promise<LibraryListState> {
  const lessons: LibraryFile[] = [];
  let total = 0;
  do {
    const skip = lessons.length;
    const page = await list.lessons({ language, order: 'name', limit: QUERY_SIZE, skip });
    total = page.total;
    lessons.push(...page.rows);
    if (page.rows.length === 0) break;
  } while (lessons.length < Math.min(total, MAX_LISTED));
  const categories = await list.categories(language);
  const more = Math.max(0, total - lessons.length);
  // A code is short because no older lesson begins with it: all must be known.
  const codes = more === 0 ? assignShortCodes(lessons) : undefined;
  const other = otherLanguage(language);
  return {
    name: site.preacherName,
    center: site.centerName,
    address: asTyped(origin),
    codesAt: codes && asTyped(origin + shortPath('', language)),
    code: qrCode(origin + homeHref(language)),
    categories: categories
      .map(({ $id, categoryName }) => ({
        id: $id,
        name: formatName(categoryName),
        lessons: lessons
          .filter(({ category }) => category.$id === $id)
          .map(({ $id: id, fileName }) => ({
            id,
            title: formatName(fileTitle(fileName)),
            code: codes?.get(id),
          })),
      }))
      .filter((category) => category.lessons.length > 0),
    more,
    hrefs: {
      back: homeHref(language),
      other: namingLanguage(localHref(libraryPosterPath, other), other),
    },
  };
}
