import { type Language, otherLanguage } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { categoryZipHref, type FeedFormat, feedPaths } from '#contract/urls.ts';
import { sharedPicture } from '../pictures/share-card.ts';
import {
  type DescribedLesson,
  type DiscoverySite,
  describeLesson,
  lastChange,
  shownCategoryName,
  siteFacts,
  type TypedText,
} from '../site-facts.ts';
import { type Xml, type XmlElement, xmlDocument } from '../xml.ts';

/** Maximum entries of a feed. Readers poll; after a long absence the library has the rest. */
const MAX_ENTRIES = 50;

/**
 * Renders the feed of the library, or of a category, as Atom (RFC 4287) or JSON Feed 1.1 (jsonfeed.org); undefined for an unknown
 * category.
 */
export async function feedDocument(
  discovery: DiscoverySite,
  form: FeedFormat,
  language: Language,
  categoryId?: string,
): Promise<TypedText | undefined> {
  const { list, site, addresses } = discovery;
  const category = categoryId === undefined ? undefined : await list.category(categoryId);
  if (categoryId !== undefined && !category) return undefined;
  const { rows } = await list.lessons({ language, order: 'newest', categoryId, limit: MAX_ENTRIES });
  const { name, description, texts } = siteFacts(site, language);
  const title = category ? texts.newestIn(shownCategoryName(category, language), name) : texts.newest(name);
  const icon = addresses.origin + site.logo;
  const home = addresses.library(language, categoryId);
  const at = (path: string, tongue: Language) => addresses.page(path, tongue, { category: categoryId });
  const [atom, json] = [at(feedPaths.atom, language), at(feedPaths.json, language)];

  if (form === 'json') {
    const items = rows.map((row) => jsonItem(row, discovery, language));
    const authors = [{ name, url: home }];
    const about = { title, description, language, home_page_url: home, feed_url: json, favicon: icon };
    return {
      type: 'application/feed+json; charset=utf-8',
      text: JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...about, authors, items }),
    };
  }
  const other = otherLanguage(language);
  const length = categoryId === undefined ? undefined : await discovery.zipBytes?.(categoryId);
  const archive =
    categoryId !== undefined && length !== undefined
      ? [
          {
            rel: 'related',
            href: addresses.origin + categoryZipHref(categoryId, language),
            type: 'application/zip',
            length,
          },
        ]
      : [];
  const links = [
    ...archive,
    { rel: 'self', href: atom, type: 'application/atom+xml' },
    { rel: 'alternate', href: home, type: 'text/html', hreflang: language },
    { rel: 'alternate', href: json, type: 'application/feed+json' },
    { rel: 'alternate', href: at(feedPaths.atom, other), type: 'application/atom+xml', hreflang: other },
  ];
  const entries = rows.map((row) => {
    const lesson = describeLesson(row, language, addresses);
    const { pdf: href, bytes: length, title } = lesson;
    return buildAtomEntry(lesson, [{ rel: 'enclosure', href, type: 'application/pdf', length, title }]);
  });
  const updated = lastChange(rows.length > 0 || !category ? rows : [category]);
  const head = { id: atom, title, updated, author: name, icon, language, links };
  return { type: atomType, text: buildAtomFeed(head, entries) };
}

function jsonItem(row: LibraryFile, { site, addresses }: DiscoverySite, language: Language) {
  const { title, pdf: url, bytes: size_in_bytes, ...lesson } = describeLesson(row, language, addresses);
  return {
    id: lesson.id,
    url: lesson.href,
    title,
    content_text: lesson.summary,
    image: addresses.origin + sharedPicture(site, language, row.category, row).path,
    date_published: lesson.published,
    date_modified: lesson.updated,
    tags: [lesson.category.name],
    attachments: [{ url, mime_type: 'application/pdf', title, size_in_bytes }],
  };
}

/** A link of a feed or catalog: `rel`, `href`, and attributes of its target. */
export type Link = Readonly<Record<'rel' | 'href', string>> &
  Readonly<Record<string, string | number | true>>;

export interface AtomHead {
  /** Stable id of a list of entries, independent of its content. */
  id: string;
  title: string;
  updated: string;
  author: string;
  icon: string;
  language: string;
  links: readonly Link[];
}

const atomType = 'application/atom+xml; charset=utf-8';

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
};

const elements = (links: readonly Link[]): Xml => links.map((link) => ({ '@': link as XmlElement }));

/** A feed (RFC 4287); `more` are elements of other vocabularies. */
export function buildAtomFeed(
  { id, title, updated, author, icon, language, links }: AtomHead,
  entries: XmlElement[],
  more: XmlElement = {},
): string {
  const attributes = { ...namespaces, 'xml:lang': language };
  const head = { id, title, updated, author: { name: author }, icon, link: elements(links) };
  return xmlDocument({ feed: { '@': attributes, ...head, ...more, entry: entries } });
}

/** A lesson in a feed; `links` lead to its bytes. */
export function buildAtomEntry(lesson: DescribedLesson, links: readonly Link[]): XmlElement {
  const { id, title, category, summary, href, published, updated } = lesson;
  return {
    ...{ id, title, updated, published },
    link: elements([{ rel: 'alternate', href, type: 'text/html' }, ...links]),
    category: { '@': { term: category.id, label: category.name } },
    summary,
  };
}
