import type { Link } from './atom.ts';
import type { DescribedLesson } from './described-lesson.ts';

/** A place in the catalogue, such as `/category/c1`; the catalogue itself is the empty one. */
export type CataloguePath = '' | '/new' | '/all' | '/search' | `/category/${string}`;

/** One page of the catalogue that reading programs browse, to be written in the version of OPDS whose addresses it has. */
export interface Catalogue {
  /** The address of its first page. */
  id: string;
  type: string;
  title: string;
  language: string;
  author: string;
  icon: string;
  updated: string;
  links: readonly Link[];
  /** Where to go from here; what is said of each is plain text. */
  choices: readonly (Record<'rel' | 'href' | 'type' | 'title' | 'about', string> & { count?: number })[];
  lessons: readonly DescribedLesson[];
  paging?: { page: number; size: number; total: number };
}

/** The relation by which reading programs know a book that may be taken (OPDS 1.2 section 6). */
export const openAccess = 'http://opds-spec.org/acquisition/open-access';

/** What a page with books to take is in OPDS 1.2. */
export const acquisitionFeed = 'application/atom+xml;profile=opds-catalog;kind=acquisition';
