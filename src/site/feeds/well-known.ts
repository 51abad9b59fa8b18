import { directionOf, type Language } from '#contract/language.ts';
import {
  catalogPath,
  catalogSearchPath,
  embeddedEndpoint,
  homeHref,
  homePath,
  openSearchPath,
} from '#contract/urls.ts';
import { type IconName, iconHref, icons } from '../pictures/share-card.ts';
import { type DiscoverySite, opdsTypes, openSearchType, siteFacts, type TypedText } from '../site-facts.ts';
import { xmlDocument } from '../xml.ts';

/** Fetchers of link previews, which need one page and its picture and do not index it. */
const linkPreviews = [
  'facebookexternalhit',
  'Facebot',
  'WhatsApp',
  'Twitterbot',
  'TelegramBot',
  'LinkedInBot',
  'Slackbot-LinkExpanding',
  'Discordbot',
  'SkypeUriPreview',
];

/**
 * Paths that crawlers should skip (RFC 9309): the backend, archives, pictures of pages, and the endless views of the library. Pages
 * behind link previews stay open to preview fetchers.
 */
export function robotsText(sitemap: string): string {
  return [
    ...linkPreviews.map((name) => `User-agent: ${name}`),
    `Disallow: ${embeddedEndpoint}/`,
    '',
    'User-agent: *',
    `Disallow: ${embeddedEndpoint}/`,
    'Disallow: /opds',
    'Disallow: /lesson/*.webp',
    'Disallow: /lesson/*.jpg',
    'Disallow: /category/*.zip',
    ...['search', 'sort', 'exact', 'in', 'from'].flatMap((name) => [
      `Disallow: /*?${name}=`,
      `Disallow: /*&${name}=`,
    ]),
    '',
    `Sitemap: ${sitemap}`,
    '',
  ].join('\n');
}

/** Manifest with which a phone installs the site as an app (W3C Web Application Manifest). */
export function manifestDocument({ site }: DiscoverySite, language: Language): TypedText {
  const { name, center, description } = siteFacts(site, language);
  const icon = (name: IconName, purpose: 'any' | 'maskable') => ({
    src: iconHref(name, site.logo),
    sizes: `${icons[name].size}x${icons[name].size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: homePath,
    name: `${name} – ${center}`,
    short_name: name,
    description,
    lang: language,
    dir: directionOf(language),
    start_url: homeHref(language),
    scope: homePath,
    // Shows a back button, because lessons and feeds are separate pages.
    display: 'minimal-ui',
    background_color: '#faf7f0',
    theme_color: '#faf7f0',
    icons: [icon('192', 'any'), icon('512', 'any'), icon('maskable', 'maskable')],
  };
  return { type: 'application/manifest+json', text: JSON.stringify(manifest) };
}

/** Maximum characters of the names a browser shows (OpenSearch 1.1). */
const [longestShortName, longestLongName, longestDescription] = [16, 48, 1024];
const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** OpenSearch description for a browser's address bar, or (`ofCatalog`) for OPDS readers. */
export function openSearchDocument(
  { site, addresses, logo }: DiscoverySite,
  language: Language,
  ofCatalog: boolean,
): TypedText {
  const { name, description, texts } = siteFacts(site, language);
  const place = ofCatalog
    ? {
        type: opdsTypes.atom.acquisition,
        template: addresses.template(catalogPath('atom', '/search'), language, 'q', 'searchTerms'),
      }
    : { type: 'text/html', template: addresses.template(homePath, language, 'search', 'searchTerms') };
  const self = addresses.of(ofCatalog ? catalogSearchPath : openSearchPath, language);
  const searched = {
    '@': { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    // Half of the sheikh's name would be worse than none.
    ShortName: name.length > longestShortName ? texts.searchName : name,
    LongName: cut(name, longestLongName),
    Description: cut(description, longestDescription),
    Url: [
      { '@': { rel: 'results', ...place } },
      { '@': { rel: 'self', type: openSearchType, template: self } },
    ],
    Image: { '@': { type: logo.type }, '#': addresses.origin + site.logo },
    Language: language,
    InputEncoding: 'UTF-8',
    OutputEncoding: 'UTF-8',
  };
  return { type: `${openSearchType}; charset=utf-8`, text: xmlDocument({ OpenSearchDescription: searched }) };
}
