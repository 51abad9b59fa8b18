import type { DescribedLesson } from './described-lesson.ts';

/** A place in the catalogue, such as `/category/c1`; the catalogue itself is the empty one. */
export type CataloguePath = '' | '/new' | '/all' | '/search' | `/category/${string}`;

/** One page of the catalogue that reading programs browse, to be written in either version of OPDS. */
export interface Catalogue {
  path: CataloguePath;
  title: string;
  language: string;
  author: string;
  icon: string;
  updated: string;
  /** The page of the site that shows the same. */
  home: string;
  /** What is searched for, at `/search`. */
  search?: string;
  /** Where to go from here; what is said of each is plain text. */
  choices: readonly CatalogueChoice[];
  /** Absent where the page only leads to others. */
  lessons?: readonly DescribedLesson[];
  paging?: { page: number; size: number; total: number };
}

export interface CatalogueChoice {
  path: CataloguePath;
  title: string;
  about: string;
  count?: number;
}

/** Where a page of the catalogue stands, in one version of OPDS; the search's terms stand in braces where none are named. */
export type CatalogueHref = (path: CataloguePath, parameters?: { page?: number; search?: string }) => string;

export const lessonsOnAPage = 50;

export function lastPage({ size, total }: { size: number; total: number }): number {
  return Math.max(1, Math.ceil(total / size));
}

/** The pages beside the one that is shown: their relations and numbers. */
export function pageLinks(paging: Catalogue['paging']): [rel: string, page: number][] {
  if (!paging) return [];
  const last = lastPage(paging);
  if (last === 1) return [];
  const { page } = paging;
  return [
    ['first', 1],
    ...(page > 1 ? ([['previous', page - 1]] as [string, number][]) : []),
    ...(page < last ? ([['next', page + 1]] as [string, number][]) : []),
    ['last', last],
  ];
}
