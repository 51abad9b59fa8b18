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

/** Maximum number of entries in a feed; older lessons are in the library. */
const MAX_ENTRIES = 50;

/**
 * Renders the feed of the library, or of a category, as Atom (RFC 4287) or JSON Feed 1.1 (jsonfeed.org); undefined for an unknown
 * category.
 */
export async function renderFeed(
  discovery: DiscoverySite,
  format: FeedFormat,
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
  const feedHref = (path: string, feedLanguage: Language) =>
    addresses.page(path, feedLanguage, { category: categoryId });
  const [atom, json] = [feedHref(feedPaths.atom, language), feedHref(feedPaths.json, language)];

  if (format === 'json') {
    const items = rows.map((row) => jsonItem(row, discovery, language));
    const authors = [{ name, url: home }];
    const metadata = { title, description, language, home_page_url: home, feed_url: json, favicon: icon };
    return {
      type: 'application/feed+json; charset=utf-8',
      text: JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...metadata, authors, items }),
    };
  }
  const alternate = otherLanguage(language);
  const archive: Link[] = [];
  const length = category && (await discovery.zipBytes(category.$id));
  if (category && length !== undefined) {
    const href = addresses.origin + categoryZipHref(category.$id, language);
    archive.push({ rel: 'related', href, type: 'application/zip', length });
  }
  const links = [
    ...archive,
    { rel: 'self', href: atom, type: 'application/atom+xml' },
    { rel: 'alternate', href: home, type: 'text/html', hreflang: language },
    { rel: 'alternate', href: json, type: 'application/feed+json' },
    {
      rel: 'alternate',
      href: feedHref(feedPaths.atom, alternate),
      type: 'application/atom+xml',
      hreflang: alternate,
    },
  ];
  const entries = rows.map((row) => {
    const lesson = describeLesson(row, language, addresses);
    const { pdf: href, bytes: length, title } = lesson;
    return buildAtomEntry(lesson, [{ rel: 'enclosure', href, type: 'application/pdf', length, title }]);
  });
  const updated = lastChange(rows.length > 0 || !category ? rows : [category]);
  const atomMetadata = { id: atom, title, updated, author: name, icon, language, links };
  return { type: atomType, text: buildAtomFeed(atomMetadata, entries) };
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

export interface AtomMetadata {
  /** Stable id of the feed, independent of its content. */
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

const linkElements = (links: readonly Link[]): Xml => links.map((link) => ({ '@': link as XmlElement }));

/** Builds an Atom feed (RFC 4287); `extensions` are elements of other vocabularies. */
export function buildAtomFeed(
  { id, title, updated, author, icon, language, links }: AtomMetadata,
  entries: XmlElement[],
  extensions: XmlElement = {},
): string {
  const attributes = { ...namespaces, 'xml:lang': language };
  const fields = { id, title, updated, author: { name: author }, icon, link: linkElements(links) };
  return xmlDocument({ feed: { '@': attributes, ...fields, ...extensions, entry: entries } });
}

/** Builds the feed entry of a lesson; `links` lead to its PDF and pictures. */
export function buildAtomEntry(lesson: DescribedLesson, links: readonly Link[]): XmlElement {
  const { id, title, category, summary, href, published, updated } = lesson;
  return {
    ...{ id, title, updated, published },
    link: linkElements([{ rel: 'alternate', href, type: 'text/html' }, ...links]),
    category: { '@': { term: category.id, label: category.name } },
    summary,
  };
}
