import { atomEntry, atomFeed } from './atom.ts';
import type { DescribedLesson } from './described-lesson.ts';
import type { DiscoverySite, TypedText } from './discovery-site.ts';
import { type Catalogue, type CatalogueQuestion, opdsCatalogue } from './opds-catalogue.ts';

/** The relation by which reading programs know a book that may be taken (OPDS 1.2 section 6). */
const openAccess = 'http://opds-spec.org/acquisition/open-access';

/** A page of the catalogue as a document; undefined when there is no such category. */
export async function opdsDocument(
  discovery: DiscoverySite,
  question: CatalogueQuestion,
): Promise<TypedText | undefined> {
  const catalogue = await opdsCatalogue(discovery, question);
  return catalogue && { atom, json }[question.form](catalogue);
}

/** OPDS 1.2, which all reading programs know. */
function atom(catalogue: Catalogue): TypedText {
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
  const books = lessons.map((lesson) =>
    atomEntry(lesson, [
      { rel: 'http://opds-spec.org/image', href: lesson.cover.href, type: 'image/jpeg' },
      { rel: 'http://opds-spec.org/image/thumbnail', href: lesson.cover.thumbnail, type: 'image/jpeg' },
      { rel: openAccess, href: lesson.pdf, type: 'application/pdf', length: lesson.bytes },
    ]),
  );
  return { type: `${type};charset=utf-8`, text: atomFeed(catalogue, [...ways, ...books], counts) };
}

/** OPDS 2.0. */
function json({ type, title, links, choices, lessons, paging, updated, author }: Catalogue): TypedText {
  const navigation = choices.map(({ href, title, type, rel, count: numberOfItems }) => ({
    ...{ href, title, type, rel },
    ...(numberOfItems !== undefined && { properties: { numberOfItems } }),
  }));
  const { total: numberOfItems, size: itemsPerPage, page: currentPage } = paging ?? {};
  const text = JSON.stringify({
    metadata: { title, modified: updated, numberOfItems, itemsPerPage, currentPage },
    links,
    ...(navigation.length > 0 && { navigation }),
    ...(lessons.length > 0 && { publications: lessons.map((one) => publication(one, author)) }),
  });
  return { type, text };
}

function publication(lesson: DescribedLesson, author: string) {
  const { id, title, category, summary, href, pdf, bytes, published, updated, cover } = lesson;
  return {
    metadata: {
      '@type': 'http://schema.org/DigitalDocument',
      identifier: id,
      title,
      author,
      description: summary,
      published,
      modified: updated,
      subject: [{ name: category.name, code: category.id }],
    },
    links: [
      { rel: openAccess, href: pdf, type: 'application/pdf', size: bytes },
      { rel: 'alternate', href, type: 'text/html' },
    ],
    images: [cover.href, cover.thumbnail].map((href) => ({ href, type: 'image/jpeg' })),
  };
}
