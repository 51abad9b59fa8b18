import type { DescribedLesson } from './described-lesson.ts';
import type { TypedText } from './discovery-site.ts';
import { type Catalogue, type CatalogueHref, catalogueLinks, relations } from './opds-catalogue.ts';

const type = 'application/opds+json';

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
      { rel: relations.openAccess, href: pdf, type: 'application/pdf', size: bytes },
      { rel: 'alternate', href, type: 'text/html' },
    ],
    images: [
      { href: cover.href, type: 'image/jpeg' },
      { href: cover.thumbnail, type: 'image/jpeg' },
    ],
  };
}

/**
 * A page of the catalogue in OPDS 2.0.
 *
 * @param others the same page in OPDS 1.2, and where a search leads, its terms in braces
 */
export function opdsJson(
  catalogue: Catalogue,
  at: CatalogueHref,
  others: { atom: string; search: string },
): TypedText {
  const { title, choices, lessons = [], paging, updated, author, language, home } = catalogue;
  const links = catalogueLinks(catalogue, at, { own: type, navigation: type, acquisition: type }, [
    { rel: 'search', href: others.search, type, templated: true },
    { rel: 'alternate', href: home, type: 'text/html', language },
    { rel: 'alternate', href: others.atom, type: 'application/atom+xml;profile=opds-catalog' },
  ]);
  const navigation = choices.map((choice) => ({
    href: at(choice.path),
    title: choice.title,
    type,
    rel: relations.of(choice),
    ...(choice.count === undefined ? {} : { properties: { numberOfItems: choice.count } }),
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
