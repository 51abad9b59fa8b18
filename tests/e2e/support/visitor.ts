import { type BrowserContext, test as base, expect } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { backendOf, type Site } from '../../support/site.ts';
import { LibraryPage } from './library-page.ts';

/** Log entries of the SDK about connections, which a busy machine may drop. */
const reconnecting = /^console log: Realtime (disconnected|reconnected)/;
/** Console message about a 503 response, if a busy machine draws a picture too late; the browser requests it again. */
const drawnLate = /status of 503 .*\/lesson\/[^/]+\/\d+-\d+\.webp/;

/** Collects problems that fail a test: console messages, page errors, dialogs, and requests to hosts other than the site and backend. */
class Guard {
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [reconnecting, drawnLate];

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
      const hosts = [origin, backendOf(origin)].map((address) => new URL(address).host);
      if (/^(https?|wss?):$/.test(url.protocol) && !hosts.includes(url.host)) {
        this.#problems.push(`request to another origin: ${url.href}`);
      }
    });
  }

  /** Allows messages that the test provokes, such as the browser's message about a failed request. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  problems(): string[] {
    return this.#problems.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }
}

interface VisitFixtures {
  /** Language of the pages; `test.use({ language: 'ar' })` changes it. */
  language: Language;
  /** Address of the site, without a trailing slash. */
  siteUrl: string;
  guard: Guard;
  library: LibraryPage;
}

/** Playwright's `test` for pages of the shared site, which tests must not change. */
export const test = base.extend<VisitFixtures>({
  language: ['en', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern.
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
});

/** Starts a separate site for a file or group, whose tests then run one after another. The returned function returns the site. */
export function startSeparateSite(start: () => Promise<Site>): () => Site {
  let site: Site | undefined;
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    test.setTimeout(900_000);
    site = await start();
  });
  test.afterAll(() => site?.stop());
  // Playwright also reads the address before the site has started.
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  test.use({ siteUrl: async ({}, use) => use(site?.url ?? '') });
  return () => {
    if (!site) throw new Error('The site has not been started yet.');
    return site;
  };
}

export { expect };
