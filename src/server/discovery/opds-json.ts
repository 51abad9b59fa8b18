import type { DescribedLesson } from './described-lesson.ts';
import type { TypedText } from './discovery-site.ts';
import { type Catalogue, openAccess } from './opds-catalogue.ts';

function publication(
  { id, title, category, summary, href, pdf, bytes, published, updated, cover }: DescribedLesson,
  author: string,
) {
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
    images: [
      { href: cover.href, type: 'image/jpeg' },
      { href: cover.thumbnail, type: 'image/jpeg' },
    ],
  };
}

/** A page of the catalogue in OPDS 2.0. */
export function opdsJson(catalogue: Catalogue): TypedText {
  const { type, title, links, choices, lessons, paging, updated, author } = catalogue;
  const navigation = choices.map(({ href, title, type, rel, count }) => ({
    ...{ href, title, type, rel },
    ...(count === undefined ? {} : { properties: { numberOfItems: count } }),
  }));
  const counts = paging && {
    numberOfItems: paging.total,
    itemsPerPage: paging.size,
    currentPage: paging.page,
  };
  const text = JSON.stringify({
    metadata: { title, modified: updated, ...counts },
    links,
    ...(navigation.length > 0 && { navigation }),
    ...(lessons.length > 0 && { publications: lessons.map((one) => publication(one, author)) }),
  });
  return { type, text };
}
