import { embeddedEndpoint } from '#contract/urls.ts';

/** They fetch one page to show a link to it, and need its picture; what they fetch is in no index. */
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
 * What crawlers are asked to leave (RFC 9309): the backend, pictures of pages, and the endless views of the library. Pages
 * that previews of links lead to stay open to those who draw previews.
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
    ...['search', 'sort', 'exact', 'in'].flatMap((name) => [
      `Disallow: /*?${name}=`,
      `Disallow: /*&${name}=`,
    ]),
    '',
    `Sitemap: ${sitemap}`,
    '',
  ].join('\n');
}
