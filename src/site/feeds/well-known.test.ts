import { expect, test } from 'vitest';
import { robotsText } from './well-known.ts';

/** Returns the rules of a crawler's group, read by RFC 9309 section 2.2. */
function mayFetch(crawler: string, path: string): boolean {
  const groups = robotsText('https://example.org/sitemap.xml').split('\n\n');
  const agentsOf = (group: string) => group.split('\n').filter((line) => line.startsWith('User-agent: '));
  const group =
    groups.find((group) => agentsOf(group).includes(`User-agent: ${crawler}`)) ??
    groups.find((group) => agentsOf(group).includes('User-agent: *'));
  const disallowed = [...(group ?? '').matchAll(/^Disallow: (.+)$/gm)].map(([, pattern = '']) => pattern);
  return !disallowed.some((pattern) =>
    new RegExp(`^${pattern.replaceAll(/[.?+/]/g, '\\$&').replaceAll('*', '.*')}`).test(path),
  );
}

test.each([
  '/',
  '/?lang=ar',
  '/?category=c1',
  '/?lang=ar&category=c1',
  '/?page=2',
  '/lesson/x',
  '/lesson/x/2?lang=ar',
  '/lesson/x.pdf',
  '/share/lesson-x-en-0123456789abcdef.jpg',
  '/feed.xml',
])('a search engine may read %s', (path) => expect(mayFetch('Googlebot', path)).toBe(true));

test.each([
  '/?search=wudu',
  '/?lang=ar&search=wudu',
  '/?category=c1&sort=fileName-desc',
  '/?sort=$createdAt-desc',
  '/?search=x&exact=1',
  '/v1/tablesdb/library/tables/files/rows',
  '/lesson/x/1-800.webp?v=f',
  '/lesson/x/1-q2-3.jpg?v=f',
  '/lesson/x?from=1&to=1',
  '/category/c1.zip?lang=ar',
  '/opds/all',
])('a search engine leaves %s', (path) => expect(mayFetch('Googlebot', path)).toBe(false));

test.each(['/?search=wudu', '/lesson/x', '/share/lesson-x-en-0123456789abcdef.jpg'])(
  'a link to %s that somebody shares is shown with its picture',
  (path) => {
    for (const crawler of ['facebookexternalhit', 'WhatsApp', 'Twitterbot', 'TelegramBot'])
      expect(mayFetch(crawler, path)).toBe(true);
  },
);
