import { atomEntry, atomFeed } from './atom.ts';
import type { DescribedLesson } from './described-lesson.ts';
import type { TypedText } from './discovery-site.ts';
import { type Catalogue, openAccess } from './opds-catalogue.ts';
import type { XmlElement } from './xml.ts';

function bookEntry(lesson: DescribedLesson): XmlElement {
  const { cover, pdf, bytes } = lesson;
  return atomEntry(lesson, [
    { rel: 'http://opds-spec.org/image', href: cover.href, type: 'image/jpeg' },
    { rel: 'http://opds-spec.org/image/thumbnail', href: cover.thumbnail, type: 'image/jpeg' },
    { rel: openAccess, href: pdf, type: 'application/pdf', length: bytes },
  ]);
}

/** A page of the catalogue in OPDS 1.2, which all reading programs know. */
export function opdsAtom(catalogue: Catalogue): TypedText {
  const { type, choices, lessons, paging, updated } = catalogue;
  const counts = paging && {
    'opensearch:totalResults': paging.total,
    'opensearch:startIndex': (paging.page - 1) * paging.size + 1,
    'opensearch:itemsPerPage': paging.size,
  };
  const ways = choices.map(({ rel, href, type, title, about, count }) => {
    const content = { '@': { type: 'text' }, '#': about };
    return { id: href, title, updated, link: { '@': { rel, href, type, 'thr:count': count } }, content };
  });
  const text = atomFeed(catalogue, [...ways, ...lessons.map(bookEntry)], counts);
  return { type: `${type};charset=utf-8`, text };
}
