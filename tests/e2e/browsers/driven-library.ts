import { test as base, expect } from '@playwright/test';
import type { Language } from '../../../src/contract/language.ts';
import { catalogs } from '../../../src/web/i18n/catalogs.ts';
import type { DrivenBrowser } from './web-driver.ts';

/** Expression: the visible titles, without screen-reader text. */
export const visibleTitles = `[...document.querySelectorAll('article h4')].filter((title) => title.getClientRects().length > 0).map((title) => {
  const copy = title.cloneNode(true);
  for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
  return copy.textContent.trim();
})`;
/** Script: whether the page is hydrated. */
export const isHydrated = `return Object.keys(document.getElementById('root')).some((key) => key.startsWith('__reactContainer'))`;

/** The home page in one language, in a browser controlled by its driver. */
export class DrivenLibrary {
  readonly #browser: DrivenBrowser;
  readonly texts;

  constructor(browser: DrivenBrowser, language: Language) {
    this.#browser = browser;
    this.texts = catalogs[language];
  }

  async open(url: string): Promise<void> {
    await this.#browser.goto(url);
    await this.#browser.until('the page is hydrated', isHydrated);
  }

  async expectTitles(...expected: string[]): Promise<void> {
    await this.#browser.until(
      `these lessons are shown: ${expected.join(', ')}`,
      `const shown = ${visibleTitles}; return shown.join() === arguments[0].join()`,
      expected,
    );
  }

  async expectStatus(text: string): Promise<void> {
    const status = `document.querySelector('[role="status"]').innerText.trim()`;
    await this.#browser.until(`the status is "${text}"`, `return ${status} === arguments[0]`, text);
  }

  async expectQuery(query: Record<string, string>): Promise<void> {
    const expected = new URLSearchParams(query).toString();
    const entries = `[...new URLSearchParams(location.search)].filter(([name]) => name !== 'lang')`;
    await this.#browser.until(
      `the address has the query ${expected}`,
      `return new URLSearchParams(${entries}).toString() === arguments[0]`,
      expected,
    );
  }

  async expectNoOverflow(): Promise<void> {
    const [content, width] = await this.#browser.run<[number, number]>(
      'return [document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(content).toBeLessThanOrEqual(width);
  }

  /** Checks for overflow on the narrowest screen, and with text of 150 and 200 %. */
  async expectNoOverflowWithLargeText(): Promise<void> {
    const percentsByWidth = { 320: [100, 200], 390: [150, 200], 1280: [200] };
    for (const [width, percents] of Object.entries(percentsByWidth)) {
      await this.#browser.resize(Number(width), 900);
      for (const percent of percents) {
        await this.#browser.run(`document.documentElement.style.fontSize = '${percent * 0.15}px'`);
        await this.expectNoOverflow();
      }
    }
  }
}

interface Program {
  stop(): unknown;
}

/** Playwright's `test` with `closeAfterTest`, which stops a browser or site after the test, even if it fails. */
export const test = base.extend<{ closeAfterTest: <Started extends Program>(started: Started) => Started }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern.
  closeAfterTest: async ({}, use) => {
    const programs: Program[] = [];
    await use((program) => {
      programs.push(program);
      return program;
    });
    for (const program of programs) await program.stop();
  },
});

/** Returns the address of the site that all tests share, without a trailing slash. */
export const siteUrl = (): string => process.env.SHARED_SITE ?? '';

/** Returns the address of a view in a language. */
export function hrefOf(language: Language, query = ''): string {
  const lang = language === 'ar' ? [['lang', 'ar']] : [];
  return `${siteUrl()}/?${new URLSearchParams([...lang, ...new URLSearchParams(query)])}`;
}
