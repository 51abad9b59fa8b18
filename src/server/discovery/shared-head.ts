import type { Language } from '#web/i18n/language.ts';
import { escapeHtml, inertJson } from '../page-template.ts';
import { createAddresses } from './addresses.ts';
import { feedPaths, manifestPath, opdsRoots, openSearchPath } from './document-paths.ts';
import type { PageData } from './json-ld.ts';
import { pictureSize } from './share-card.ts';

/** What a page offers to those who do not look at it. */
export interface SharedHead {
  /** The address of its picture and what that shows. */
  picture: { path: string; alt: string };
  /** What it is; absent for what is in no index. */
  data?: PageData | undefined;
  /** Whose news its feeds have; absent for the whole library's. */
  categoryId?: string | undefined;
}

/**
 * Tags of a page: its one picture (the preview of a link takes the first or the last of several), its feeds, how it is
 * searched and installed, and what it is. Few bytes: they are on the first page that anybody sees.
 */
export function sharedTags(
  { picture, data, categoryId }: SharedHead,
  origin: string,
  language: Language,
): string[] {
  const property = (name: string, content: string | number) =>
    `<meta property="og:image${name}" content="${escapeHtml(String(content))}">`;
  const { of } = createAddresses('');
  const link = (rel: string, type: string, path: string, parameters = {}) =>
    `<link rel="${rel}" type="${type}" href="${escapeHtml(of(path, language, parameters))}">`;
  const ofCategory = { category: categoryId };
  return [
    property('', origin + picture.path),
    property(':width', pictureSize.width),
    property(':height', pictureSize.height),
    property(':alt', picture.alt),
    '<meta name="twitter:card" content="summary_large_image">',
    link('alternate', 'application/atom+xml', feedPaths.atom, ofCategory),
    link('alternate', 'application/feed+json', feedPaths.json, ofCategory),
    link('alternate', 'application/opds+json', opdsRoots['2.0']),
    link('search', 'application/opensearchdescription+xml', openSearchPath),
    `<link rel="manifest" href="${escapeHtml(of(manifestPath, language))}">`,
    ...(data ? [`<script type="application/ld+json">${inertJson(data)}</script>`] : []),
  ];
}
