import type { DescribedLesson } from './described-lesson.ts';
import { type Catalogue, type CatalogueHref, pageLinks } from './opds-catalogue.ts';

export const opdsJsonType = 'application/opds+json';

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
      {
        rel: 'http://opds-spec.org/acquisition/open-access',
        href: pdf,
        type: 'application/pdf',
        size: bytes,
      },
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
 * @param others the same page in OPDS 1.2
 */
export function opdsJsonText(catalogue: Catalogue, at: CatalogueHref, others: { atom: string }): string {
  const { path, title, search, choices, lessons, paging, updated, author, language, home } = catalogue;
  const type = opdsJsonType;
  const rest = { search: search ?? '' };
  const links = [
    { rel: 'self', href: at(path, { page: paging?.page ?? 1, ...rest }), type },
    { rel: 'start', href: at(''), type },
    ...(path === '' ? [] : [{ rel: 'up', href: at(''), type }]),
    { rel: 'search', href: at('/search', { search: '{query}' }), type, templated: true },
    { rel: 'alternate', href: home, type: 'text/html', language },
    { rel: 'alternate', href: others.atom, type: 'application/atom+xml;profile=opds-catalog' },
    ...pageLinks(paging).map(([rel, page]) => ({ rel, href: at(path, { page, ...rest }), type })),
  ];
  const navigation = choices.map((choice) => ({
    href: at(choice.path),
    title: choice.title,
    type,
    rel: choice.path === '/new' ? 'http://opds-spec.org/sort/new' : 'subsection',
    ...(choice.count === undefined ? {} : { properties: { numberOfItems: choice.count } }),
  }));
  return JSON.stringify({
    metadata: {
      title,
      modified: updated,
      ...(paging && {
        numberOfItems: paging.total,
        itemsPerPage: paging.size,
        currentPage: paging.page,
      }),
    },
    links,
    ...(navigation.length > 0 && { navigation }),
    ...(lessons && lessons.length > 0 && { publications: lessons.map((one) => publication(one, author)) }),
  });
}
