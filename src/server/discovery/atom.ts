import type { DescribedLesson } from './described-lesson.ts';
import { type XmlElement, xml } from './xml.ts';

export interface AtomLink {
  rel: string;
  href: string;
  type?: string;
  hreflang?: string;
  title?: string;
  length?: number;
}

export interface AtomHead {
  /** The same for the same list of entries, whatever is in it. */
  id: string;
  title: string;
  updated: string;
  author: string;
  icon: string;
  language: string;
  links: readonly AtomLink[];
}

export const atomType = 'application/atom+xml; charset=utf-8';

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
};

const element = (link: AtomLink): XmlElement => xml('link', { ...link });

/** A feed (RFC 4287); `more` are elements of other vocabularies. */
export function atomFeed(
  { id, title, updated, author, icon, language, links }: AtomHead,
  entries: readonly XmlElement[],
  more: readonly XmlElement[] = [],
): XmlElement {
  return xml(
    'feed',
    { ...namespaces, 'xml:lang': language },
    xml('id', {}, id),
    xml('title', {}, title),
    xml('updated', {}, updated),
    xml('author', {}, xml('name', {}, author)),
    xml('icon', {}, icon),
    ...links.map(element),
    ...more,
    ...entries,
  );
}

/** A lesson in a feed; `links` lead to its bytes. */
export function atomEntry(lesson: DescribedLesson, links: readonly AtomLink[]): XmlElement {
  const { id, title, category, summary, href, published, updated } = lesson;
  return xml(
    'entry',
    {},
    xml('id', {}, id),
    xml('title', {}, title),
    xml('updated', {}, updated),
    xml('published', {}, published),
    element({ rel: 'alternate', href, type: 'text/html' }),
    ...links.map(element),
    xml('category', { term: category.id, label: category.name }),
    xml('summary', {}, summary),
  );
}
