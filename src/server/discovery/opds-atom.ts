import { atomEntry, atomFeed } from './atom.ts';
import type { DescribedLesson } from './described-lesson.ts';
import type { TypedText } from './discovery-site.ts';
import {
  type Catalogue,
  type CatalogueChoice,
  type CatalogueHref,
  catalogueLinks,
  relations,
} from './opds-catalogue.ts';
import type { XmlElement } from './xml.ts';

const navigation = 'application/atom+xml;profile=opds-catalog;kind=navigation';
export const acquisition = 'application/atom+xml;profile=opds-catalog;kind=acquisition';

function bookEntry(lesson: DescribedLesson): XmlElement {
  const { cover, pdf, bytes } = lesson;
  return atomEntry(lesson, [
    { rel: 'http://opds-spec.org/image', href: cover.href, type: 'image/jpeg' },
    { rel: 'http://opds-spec.org/image/thumbnail', href: cover.thumbnail, type: 'image/jpeg' },
    { rel: relations.openAccess, href: pdf, type: 'application/pdf', length: bytes },
  ]);
}

function choiceEntry(choice: CatalogueChoice, at: CatalogueHref, updated: string): XmlElement {
  const { path, title, about, count } = choice;
  const href = at(path);
  const link = { rel: relations.of(choice), href, type: path === '' ? navigation : acquisition };
  const content = { '@': { type: 'text' }, '#': about };
  return { id: href, title, updated, link: { '@': { ...link, 'thr:count': count } }, content };
}

/**
 * A page of the catalogue in OPDS 1.2, which all reading programs know.
 *
 * @param others the same page in OPDS 2.0, and the description of the search
 */
export function opdsAtom(
  catalogue: Catalogue,
  at: CatalogueHref,
  others: { json: string; search: string },
): TypedText {
  const { path, search = '', choices, lessons = [], paging, updated, home } = catalogue;
  // A page has books to take, or leads to others.
  const own = lessons.length > 0 ? acquisition : navigation;
  const links = catalogueLinks(catalogue, at, { own, navigation, acquisition }, [
    { rel: 'search', href: others.search, type: 'application/opensearchdescription+xml' },
    { rel: 'alternate', href: home, type: 'text/html' },
    { rel: 'alternate', href: others.json, type: 'application/opds+json' },
  ]);
  const counts = paging && {
    'opensearch:totalResults': paging.total,
    'opensearch:startIndex': (paging.page - 1) * paging.size + 1,
    'opensearch:itemsPerPage': paging.size,
  };
  const entries = [...choices.map((choice) => choiceEntry(choice, at, updated)), ...lessons.map(bookEntry)];
  const text = atomFeed({ ...catalogue, id: at(path, { search }), links }, entries, counts);
  return { type: `${own};charset=utf-8`, text };
}
