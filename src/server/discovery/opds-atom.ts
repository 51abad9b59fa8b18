import { type AtomLink, atomEntry, atomFeed, atomLink } from './atom.ts';
import type { DescribedLesson } from './described-lesson.ts';
import { type Catalogue, type CatalogueChoice, type CatalogueHref, pageLinks } from './opds-catalogue.ts';
import { type XmlElement, xml, xmlDocument } from './xml.ts';

const navigation = 'application/atom+xml;profile=opds-catalog;kind=navigation';
export const acquisition = 'application/atom+xml;profile=opds-catalog;kind=acquisition';
const openAccess = 'http://opds-spec.org/acquisition/open-access';

function bookEntry(lesson: DescribedLesson): XmlElement {
  const { cover, pdf, bytes } = lesson;
  return atomEntry(lesson, [
    { rel: 'http://opds-spec.org/image', href: cover.href, type: 'image/jpeg' },
    { rel: 'http://opds-spec.org/image/thumbnail', href: cover.thumbnail, type: 'image/jpeg' },
    { rel: openAccess, href: pdf, type: 'application/pdf', length: bytes },
  ]);
}

function choiceEntry({ path, title, about, count }: CatalogueChoice, at: CatalogueHref, updated: string) {
  const rel = path === '/new' ? 'http://opds-spec.org/sort/new' : 'subsection';
  const link = atomLink({ rel, href: at(path), type: path === '' ? navigation : acquisition });
  const counted = count === undefined ? {} : { 'thr:count': count };
  return xml(
    'entry',
    {},
    xml('id', {}, at(path)),
    xml('title', {}, title),
    xml('updated', {}, updated),
    { ...link, attributes: { ...link.attributes, ...counted } },
    xml('content', { type: 'text' }, about),
  );
}

/**
 * A page of the catalogue in OPDS 1.2, which all reading programs know.
 *
 * @param others the same page in OPDS 2.0, and the description of the search
 */
export function opdsAtomText(
  catalogue: Catalogue,
  at: CatalogueHref,
  others: { json: string; search: string },
): string {
  const { path, search, choices, lessons, paging, updated } = catalogue;
  const self = at(path, { page: paging?.page ?? 1, search: search ?? '' });
  const own = typeOf(catalogue);
  const links: AtomLink[] = [
    { rel: 'self', href: self, type: own },
    { rel: 'start', href: at(''), type: navigation },
    ...(path === '' ? [] : [{ rel: 'up', href: at(''), type: navigation }]),
    { rel: 'search', href: others.search, type: 'application/opensearchdescription+xml' },
    { rel: 'alternate', href: catalogue.home, type: 'text/html' },
    { rel: 'alternate', href: others.json, type: 'application/opds+json' },
    ...pageLinks(paging).map(([rel, page]) => ({
      rel,
      href: at(path, { page, search: search ?? '' }),
      type: acquisition,
    })),
  ];
  const counts = paging && [
    xml('opensearch:totalResults', {}, String(paging.total)),
    xml('opensearch:startIndex', {}, String((paging.page - 1) * paging.size + 1)),
    xml('opensearch:itemsPerPage', {}, String(paging.size)),
  ];
  const entries = [
    ...choices.map((choice) => choiceEntry(choice, at, updated)),
    ...(lessons ?? []).map(bookEntry),
  ];
  return xmlDocument(
    atomFeed({ ...catalogue, id: at(path, { search: search ?? '' }), links }, entries, counts),
  );
}

/** The media type of a page of the catalogue. */
export const opdsAtomType = (catalogue: Catalogue): string => `${typeOf(catalogue)};charset=utf-8`;

/** A page has books to take, or leads to others. */
function typeOf({ lessons }: Catalogue): string {
  return lessons && lessons.length > 0 ? acquisition : navigation;
}
