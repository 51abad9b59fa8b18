import { totalPages } from '#web/features/library/paging.ts';
import type { Link } from './atom.ts';
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

/** Where a page of the catalogue stands, in one version of OPDS. */
export type CatalogueHref = (path: CataloguePath, parameters?: { page?: number; search?: string }) => string;

/** The relations that reading programs know by these names (OPDS 1.2 section 6). */
export const relations = {
  openAccess: 'http://opds-spec.org/acquisition/open-access',
  of: ({ path }: CatalogueChoice): string =>
    path === '/new' ? 'http://opds-spec.org/sort/new' : 'subsection',
};

export const lessonsOnAPage = 50;

/** Where a page of the catalogue leads: to itself, up, to `others`, and to the pages beside it. */
export function catalogueLinks(
  { path, search = '', paging }: Catalogue,
  at: CatalogueHref,
  types: { own: string; navigation: string; acquisition: string },
  others: readonly Link[],
): Link[] {
  const { page: shown = 1 } = paging ?? {};
  const last = paging ? totalPages(paging.total, paging.size) : 1;
  const page = (rel: string, number: number, type: string) => ({
    rel,
    href: at(path, { page: number, search }),
    type,
  });
  const start = { href: at(''), type: types.navigation };
  return [
    page('self', shown, types.own),
    { rel: 'start', ...start },
    ...(path === '' ? [] : [{ rel: 'up', ...start }]),
    ...others,
    ...(last > 1 ? [page('first', 1, types.acquisition)] : []),
    ...(shown > 1 ? [page('previous', shown - 1, types.acquisition)] : []),
    ...(shown < last ? [page('next', shown + 1, types.acquisition)] : []),
    ...(last > 1 ? [page('last', last, types.acquisition)] : []),
  ];
}
