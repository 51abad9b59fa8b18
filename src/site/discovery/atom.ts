import type { DescribedLesson } from './described-lesson.ts';
import { type Xml, type XmlElement, xmlDocument } from './xml.ts';

/** A link of a feed or catalogue: `rel`, `href`, and what else is said of where it leads. */
export type Link = Readonly<Record<'rel' | 'href', string>> &
  Readonly<Record<string, string | number | true>>;

export interface AtomHead {
  /** The same for the same list of entries, whatever is in it. */
  id: string;
  title: string;
  updated: string;
  author: string;
  icon: string;
  language: string;
  links: readonly Link[];
}

export const atomType = 'application/atom+xml; charset=utf-8';

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
};

const elements = (links: readonly Link[]): Xml => links.map((link) => ({ '@': link as XmlElement }));

/** A feed (RFC 4287); `more` are elements of other vocabularies. */
export function atomFeed(
  { id, title, updated, author, icon, language, links }: AtomHead,
  entries: XmlElement[],
  more: XmlElement = {},
): string {
  const attributes = { ...namespaces, 'xml:lang': language };
  const head = { id, title, updated, author: { name: author }, icon, link: elements(links) };
  return xmlDocument({ feed: { '@': attributes, ...head, ...more, entry: entries } });
}

/** A lesson in a feed; `links` lead to its bytes. */
export function atomEntry(lesson: DescribedLesson, links: readonly Link[]): XmlElement {
  const { id, title, category, summary, href, published, updated } = lesson;
  return {
    ...{ id, title, updated, published },
    link: elements([{ rel: 'alternate', href, type: 'text/html' }, ...links]),
    category: { '@': { term: category.id, label: category.name } },
    summary,
  };
}
