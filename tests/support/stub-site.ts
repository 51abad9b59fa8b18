import type { Page, Pages } from '#site/page.ts';
import { createSiteApp, type SiteOptions } from '#site/site-app.ts';
import { viewHref } from '../../src/contract/urls.ts';

export const plainPage = (status: Page['status'], text: string): Page => ({
  status,
  text,
  language: 'en',
  complete: true,
});

const pages: Pages = {
  home: async (view, language) => plainPage(200, `<h1>home ${viewHref(view, language)}</h1>`.repeat(50)),
  lesson: async ({ id }) =>
    id === 'read'
      ? () => plainPage(200, '<h1>Read</h1>')
      : id === 'away'
        ? () => plainPage(503, '<h1>Away</h1>')
        : undefined,
  follow: async (categoryId) =>
    categoryId === undefined || categoryId === 'here' ? plainPage(200, '<h1>Follow</h1>') : undefined,
  poster: async (subject) =>
    subject === 'library' || subject.id === 'here' ? plainPage(200, '<h1>Poster</h1>') : undefined,
  embed: async (categoryId) => (categoryId === 'gone' ? undefined : plainPage(200, '<h1>Embed</h1>')),
  error: async (route) =>
    route === 'gone' ? plainPage(410, '<h1>Gone</h1>') : plainPage(404, '<h1>Page Not Found</h1>'),
};

/**
 * Creates a site whose pages consist of headings. The lesson `read` is readable, `away` is temporarily unavailable, the PDF of `here` is
 * on another host, and `gone` was removed.
 */
export function createStubSite({
  home = pages.home,
  ...options
}: Pick<SiteOptions, 'responses'> & Partial<Pick<Pages, 'home'> & SiteOptions>) {
  return createSiteApp({
    pages: { ...pages, home },
    apps: [],
    assets: () => undefined,
    headers: {},
    icon: '/assets/logo-1.svg',
    findFile: async () => undefined,
    findLesson: async (id) =>
      id === 'gone'
        ? 'gone'
        : id === 'here'
          ? {
              fileId: 'f',
              fileName: 'f.pdf',
              href: 'https://x.example/f',
              downloadHref: 'https://x.example/d',
            }
          : undefined,
    ...options,
  });
}
