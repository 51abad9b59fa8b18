import { type BrowserContext, test as base, expect } from '@playwright/test';
import type { Language } from '#web/i18n/language.ts';
import { LibraryPage } from './library-page.ts';
import { backendOf, type Site, startSite } from './site.ts';

/** Watches a visit: whatever the browser complains of, and whoever else it talks to, fails the test. */
class Guard {
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(context: BrowserContext, origin: string) {
    context.on('console', (message) => {
      this.#problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#problems.push(`page error: ${error.error().message}`));
    context.on('dialog', (dialog) => {
      this.#problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      const hosts = [origin, backendOf(origin)].map((each) => new URL(each).host);
      if (/^(https?|wss?):$/.test(url.protocol) && !hosts.includes(url.host)) {
        this.#problems.push(`request to another origin: ${url.href}`);
      }
    });
  }

  /** What this test provokes on purpose, such as the browser's own line about a failed request. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  problems(): string[] {
    return this.#problems.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }
}

interface VisitFixtures {
  /** The language of the visit; `test.use({ language: 'ar' })` changes it. */
  language: Language;
  /** Address of the site visited, without a slash at the end. */
  siteUrl: string;
  guard: Guard;
  library: LibraryPage;
}

interface SiteFixtures {
  /** A site of the worker's own, with the sample library, for tests that write. */
  ownSite: Site;
}

/** Playwright's `test` for a visitor of the site that all tests share and none may change. */
export const test = base.extend<VisitFixtures, SiteFixtures>({
  language: ['en', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  siteUrl: async ({}, use) => use(process.env.SHARED_SITE ?? ''),
  baseURL: async ({ siteUrl }, use) => use(siteUrl),
  guard: [
    async ({ context, siteUrl }, use) => {
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
          console.error(`securitypolicyviolation: ${violatedDirective} ${blockedURI}`);
        });
      });
      const guard = new Guard(context, siteUrl);
      await use(guard);
      expect(guard.problems()).toEqual([]);
    },
    { auto: true },
  ],
  library: async ({ page, language }, use) => use(new LibraryPage(page, language)),
  ownSite: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect };
