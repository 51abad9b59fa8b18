import { expect, type Locator, type Page, type Request } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import type { Messages } from '#web/i18n/en.ts';

/** Page object of the home page, which finds elements by role and name. */
export class LibraryPage {
  readonly page: Page;
  readonly language: Language;
  readonly texts: Messages;
  /** HTTP requests to the backend since this object was created. */
  readonly requests: URL[] = [];

  constructor(page: Page, language: Language) {
    this.page = page;
    this.language = language;
    this.texts = catalogs[language];
    page.on('request', (request: Request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/v1/') && request.resourceType() !== 'websocket') this.requests.push(url);
    });
  }

  /** Returns the address of a view in the page's language. */
  href(parameters: Record<string, string> = {}): string {
    const query = new URLSearchParams({ ...(this.language === 'ar' ? { lang: 'ar' } : {}), ...parameters });
    return query.size === 0 ? '/' : `/?${query}`;
  }

  /** Opens a view and waits for hydration. */
  async open(parameters: Record<string, string> = {}): Promise<void> {
    await this.page.goto(this.href(parameters));
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.waitForFunction(() =>
      Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
    );
  }

  get section(): Locator {
    return this.page.locator('#library');
  }
  get searchBox(): Locator {
    return this.page.getByRole('searchbox', { name: this.texts.searchLabel });
  }
  get sort(): Locator {
    return this.page.getByRole('combobox', { name: this.texts.sortBy });
  }
  get apply(): Locator {
    return this.page.getByRole('button', { name: this.texts.apply, exact: true });
  }
  get reset(): Locator {
    return this.page.getByRole('button', { name: this.texts.reset, exact: true });
  }
  get status(): Locator {
    return this.page.getByRole('status');
  }
  get cards(): Locator {
    return this.section.getByRole('article').filter({ visible: true });
  }
  get titles(): Locator {
    return this.cards.getByRole('heading');
  }
  /** Links of the cards to the PDFs. */
  get titleLinks(): Locator {
    return this.titles.getByRole('link');
  }
  get categories(): Locator {
    return this.page.getByRole('navigation', { name: this.texts.categoriesTitle }).filter({ visible: true });
  }
  get pager(): Locator {
    return this.page.getByRole('navigation', { name: this.texts.pagerLabel });
  }
  get skeletons(): Locator {
    return this.page.locator('[data-slot="file-skeleton"]');
  }
  category(name: string): Locator {
    return this.categories.getByRole('link', { name, exact: true });
  }
  pageLink(number: number): Locator {
    return this.pager.getByRole('link', { name: this.texts.pageNumber(number), exact: true });
  }

  async searchFor(text: string): Promise<void> {
    await this.searchBox.fill(text);
    await this.apply.click();
  }

  /** Returns the visible titles, without screen-reader text. */
  async visibleTitles(): Promise<string[]> {
    return this.titles.evaluateAll((headings) =>
      headings.map((heading) => {
        const copy = heading.cloneNode(true) as HTMLElement;
        for (const element of copy.querySelectorAll('.sr-only')) element.remove();
        return copy.textContent?.trim() ?? '';
      }),
    );
  }

  async expectRange(start: number, end: number, total: number): Promise<void> {
    await expect(this.status.filter({ visible: true })).toHaveText(this.rangeText(start, end, total), {
      useInnerText: true,
    });
  }

  rangeText(start: number, end: number, total: number): string {
    return this.language === 'en'
      ? `showing files ${start}-${end} of ${total} files.`
      : this.texts.range({ start, end, total });
  }
}
