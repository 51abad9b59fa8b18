import { type AtomHead, atomEntry, atomFeed } from './atom.ts';
import type { DescribedLesson } from './described-lesson.ts';
import { xmlDocument } from './xml.ts';

/** The newest lessons of the library or of a category, to be written as either kind of feed. */
export interface Feed {
  title: string;
  description: string;
  language: string;
  author: string;
  icon: string;
  updated: string;
  /** The page whose news these are. */
  home: string;
  /** The feed itself in both forms, and its twins in the other language. */
  self: { atom: string; json: string };
  twin: { atom: string; language: string };
  lessons: readonly (DescribedLesson & { picture: string })[];
}

/** Atom (RFC 4287). */
export function atomText({ lessons, ...feed }: Feed): string {
  const head: AtomHead = {
    ...feed,
    id: feed.self.atom,
    links: [
      { rel: 'self', href: feed.self.atom, type: 'application/atom+xml' },
      { rel: 'alternate', href: feed.home, type: 'text/html', hreflang: feed.language },
      { rel: 'alternate', href: feed.self.json, type: 'application/feed+json' },
      { rel: 'alternate', href: feed.twin.atom, type: 'application/atom+xml', hreflang: feed.twin.language },
    ],
  };
  const entries = lessons.map((lesson) =>
    atomEntry(lesson, [
      {
        rel: 'enclosure',
        href: lesson.pdf,
        type: 'application/pdf',
        length: lesson.bytes,
        title: lesson.title,
      },
    ]),
  );
  return xmlDocument(atomFeed(head, entries));
}

/** JSON Feed 1.1 (jsonfeed.org). */
export function jsonFeedText({ lessons, ...feed }: Feed): string {
  const items = lessons.map((lesson) => ({
    id: lesson.id,
    url: lesson.href,
    title: lesson.title,
    content_text: lesson.summary,
    image: lesson.picture,
    date_published: lesson.published,
    date_modified: lesson.updated,
    tags: [lesson.category.name],
    attachments: [
      { url: lesson.pdf, mime_type: 'application/pdf', title: lesson.title, size_in_bytes: lesson.bytes },
    ],
  }));
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    language: feed.language,
    home_page_url: feed.home,
    feed_url: feed.self.json,
    favicon: feed.icon,
    authors: [{ name: feed.author, url: feed.home }],
    items,
  });
}
