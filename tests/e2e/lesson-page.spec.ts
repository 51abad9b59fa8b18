import type { Page, Response } from '@playwright/test';
import { languageNames, languages, otherLanguage } from '#contract/language.ts';
import { lessonMessages } from '#pages/lesson/messages.ts';
import { lessonHref } from '../../src/contract/urls.ts';
import { alteredSite } from './support/altered-site.ts';
import { violations } from './support/axe.ts';
import { shiftsOf, watchShifts } from './support/layout-shifts.ts';
import { lessonWithText } from './support/lesson-with-text.ts';
import { addStyles, clipped, overflow, widestSpacing } from './support/reflow.ts';
import { allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

/** A lesson of two pages in the language of the visit, so that it turns as the language is read. */
const titles = { en: 'Believing in the angels', ar: 'مدخل إلى أسماء الله الحسنى' };

/** Takes the shape of the page's picture, because it has no size. */
const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Waits for the script, which loads after the first paint. */
const scriptReady = (page: Page) => expect(page.locator('[data-print][data-ready]')).toBeAttached();

/** A title of several lines. */
const long =
  'A guide for the new khatib, from choosing a topic to delivering a Friday sermon in two languages';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language, viewport: { width: 360, height: 740 } });
    const texts = lessonMessages[language];
    const address = async (siteUrl: string, page = 1, title = titles[language]) => {
      const lesson = (await allFiles(siteUrl, language)).find((file) => titleOf(file) === title);
      return lessonHref({ id: lesson?.$id ?? '', page, search: '' }, language);
    };

    test('a lesson is read on a phone by the keyboard, in its direction', async ({ page, siteUrl }) => {
      const scripts: Promise<number>[] = [];
      const note = (response: Response) => {
        if (response.request().resourceType() === 'script')
          scripts.push(response.body().then(({ length }) => length));
      };
      page.on('response', note);
      await page.goto(await address(siteUrl));
      const picture = page.getByRole('img', { name: texts.pageOf(1, 2) });
      await expect
        // The first picture starts the process that draws.
        .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // The script loads after the page.
      await expect.poll(() => scripts.length).toBeGreaterThan(0);
      page.off('response', note);
      const sizes = await Promise.all(scripts);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000);
      expect(await violations(page)).toEqual([]);

      await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
      await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
      await expect(page.locator('#page')).toBeInViewport();
      await page.getByText(texts.text, { exact: true }).click();
      await expect(page.locator('.page-words')).toHaveText(/\p{L}{3}/u);
      await scriptReady(page);
      await page.keyboard.press(language === 'ar' ? 'ArrowRight' : 'ArrowLeft');
      await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
    });

    test('nothing moves when fonts and program arrive late', async ({ page, siteUrl }) => {
      await watchShifts(page);
      // Its attributes reserve its space: the test need not wait for the drawing.
      await page.route(/\.webp/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }));
      // Titles in the page's language and in the other one.
      const read = [titles.en, titles.ar, long];
      for (const [at, width] of [320, 360, 640, 800, 1100, 1440].entries()) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(await address(siteUrl, 1 + (at % 2), read[at % 3]));
        const { sum, movedElements: moved } = await shiftsOf(page);
        expect(sum, [`${width} px`, ...moved].join('\n')).toBe(0);
      }
    });

    test('a page that arrives in two parts does not move with the second', async ({
      page,
      siteUrl,
      guard,
    }) => {
      // The page names its real address in its scripts and pictures.
      guard.allow(/localhost/);
      const slow = await alteredSite(siteUrl, { pauseAt: 'rel="next"' });
      await watchShifts(page);
      await page.goto(slow.url + (await address(siteUrl)));
      const { sum, movedElements: moved } = await shiftsOf(page);
      slow.stop();
      expect(sum, moved.join('\n')).toBe(0);
    });

    test('nothing is lost on the narrowest screen, with wide spacing, large text or in the dark', async ({
      page,
      siteUrl,
    }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(await address(siteUrl, 2, long));
      // Otherwise it would open the text for large letters.
      await scriptReady(page);
      const isWhole = async () => {
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        expect(await clipped(page)).toEqual([]);
      };
      await isWhole();
      await addStyles(page, widestSpacing);
      await isWhole();
      await addStyles(page, 'html { font-size: 200%; }');
      for (const width of [320, 640, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await isWhole();
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(page)).toEqual([]);
    });

    test.describe('by touch', () => {
      test.use({ hasTouch: true });

      test('a swipe turns to the page on that side; a short one, and one that scrolls, turn nothing', async ({
        page,
        siteUrl,
      }) => {
        await page.goto(await address(siteUrl));
        await scriptReady(page);
        const swipe = (x: number, y: number) =>
          page.locator('.page-picture').evaluate(
            (target, [byX = 0, byY = 0]) => {
              const touch = (clientX: number, clientY: number) =>
                new Touch({ identifier: 1, target, clientX, clientY });
              const [from, to] = [touch(180, 300), touch(180 + byX, 300 + byY)];
              target.dispatchEvent(new TouchEvent('touchstart', { touches: [from], changedTouches: [from] }));
              target.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [to] }));
            },
            [x, y],
          );
        const forward = language === 'ar' ? 1 : -1;
        await swipe(30 * forward, 0);
        await swipe(80 * forward, 90);
        // There is nothing before the first page.
        await swipe(-120 * forward, 0);
        await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
        await expect(async () => {
          await swipe(120 * forward, 10);
          await page.waitForURL(/\/2(\?|#)/, { timeout: 1000 });
        }).toPass();
        await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
      });
    });

    // The direction of a lesson is tested above; from here on only the words depend on the language.
    if (language === 'ar') return;

    test('whoever comes back is led on to the page that was read last', async ({ page, siteUrl }) => {
      await page.goto(await address(siteUrl, 2));
      // The script loads after the page.
      await page.waitForFunction(() => localStorage.getItem('pages'));
      await page.goto(await address(siteUrl));
      const on = page.getByRole('link', { name: texts.resume('2') });
      await page.setViewportSize({ width: 320, height: 740 });
      // Otherwise it would open the text for large letters.
      await scriptReady(page);
      await addStyles(page, 'html { font-size: 200%; }');
      const close = page.getByRole('button', { name: texts.dismiss });
      await expect(close).toBeInViewport({ ratio: 1 });
      await close.press('Enter');
      await expect(on).toBeHidden();
      await expect(page.getByRole('region', { name: texts.reader })).toBeFocused();
      await page.reload();
      await on.click();
      await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
      // A visitor who turns back to the first page stays there.
      await page.getByRole('link', { name: texts.previous }).first().click();
      await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
      await expect(on).toBeHidden();
    });

    test('the other language takes the place of this one: Back leads to the page before', async ({
      page,
      siteUrl,
      context,
    }) => {
      const other = otherLanguage(language);
      await page.goto(await address(siteUrl));
      await page.getByRole('link', { name: texts.next }).first().click();
      await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
      await page.waitForLoadState('load');
      const link = page.getByRole('banner').getByRole('link', { name: languageNames[other] });
      const elsewhere = context.waitForEvent('page');
      await link.click({ modifiers: ['Control'] });
      await (await elsewhere).close();
      await expect(page.locator('html')).toHaveAttribute('lang', language);

      await link.click();
      await expect(page.getByRole('img', { name: lessonMessages[other].pageOf(2, 2) })).toBeVisible();
      expect(page.url()).toMatch(new RegExp(`/2\\?lang=${other}#page$`));
      await page.goBack();
      await expect(page).not.toHaveURL(/\/2[?#]/);
    });

    test('a lesson is passed on where the browser has no way of its own', async ({
      page,
      siteUrl,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
      const href = await address(siteUrl);
      await page.goto(href);
      const share = page.getByText(texts.share, { exact: true });
      await share.click();
      const [button, panel] = [
        await share.boundingBox(),
        await page.getByRole('group', { name: texts.shareBy }).boundingBox(),
      ];
      // Below its button, and as wide as the actions.
      const end = (box: typeof button) => (box?.x ?? 0) + (box?.width ?? 0);
      const gap = (panel?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0);
      expect(gap).toBeGreaterThanOrEqual(0);
      expect(gap).toBeLessThan(16);
      expect(panel?.x).toBeLessThanOrEqual((button?.x ?? 0) + 1);
      expect(end(panel)).toBeGreaterThanOrEqual(end(button) - 1);
      await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\//,
      );
      await page.getByRole('button', { name: texts.copy }).click();
      await expect(page.getByText(texts.copied)).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(new RegExp(`^${siteUrl}/${language}/[a-z0-9]{6,}$`));
      await page.goto(copied);
      await expect(page).toHaveURL(siteUrl + href);
    });

    test('a picture that does not come is said, with the PDF as the way on', async ({
      page,
      siteUrl,
      guard,
    }) => {
      guard.allow(/Failed to load resource/);
      await page.clock.install();
      await page.route(/\.webp/, (route) => route.abort());
      await page.goto(await address(siteUrl));
      const alert = page.getByRole('alert');
      await expect(async () => {
        await page.clock.fastForward(5000);
        await expect(alert).toContainText(texts.notDrawn, { timeout: 500 });
      }).toPass();
      await expect(alert.getByRole('link')).toHaveAttribute('href', /\.pdf#page=1$/);
    });

    test('a lesson is read as text, larger, and that is remembered', async ({ page, siteUrl }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(await address(siteUrl));
      await scriptReady(page);
      await page.getByRole('link', { name: texts.asText, exact: true }).click();
      const text = page.locator('.lesson-text');
      await expect(text).toContainText(/\p{L}{3}/u);
      await expect(page.getByText(texts.pageOf(1, 2), { exact: true })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      for (const size of ['125', '150', '200', '250', '300']) {
        await page.getByRole('link', { name: texts.larger }).click();
        await expect(text).toHaveClass(new RegExp(`text-size-${size}`));
      }
      await page.setViewportSize({ width: 320, height: 740 });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      // A visit from elsewhere, in the visitor's way of reading.
      await page.goto('about:blank');
      await page.goto(await address(siteUrl));
      await expect(text).toHaveClass(/text-size-300/);
      await page.getByRole('link', { name: texts.asPage, exact: true }).click();
      await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
    });

    test('a table of the text is one, and keys scroll it where the screen is narrower', async ({
      page,
      siteUrl,
    }) => {
      const { address: lesson } = await lessonWithText(
        siteUrl,
        language,
        'Lesson 1 – The Arabic letters and their forms',
      );
      await page.setViewportSize({ width: 320, height: 740 });
      await page.goto(`${lesson}${lesson.includes('?') ? '&' : '?'}as=text`);
      const figure = page.getByRole('figure', { name: texts.table }).first();
      await expect(figure.getByRole('row').nth(1).getByRole('cell')).toHaveText([
        ...['kha', 'ha', 'jim', 'tha', 'ta', 'ba', 'alif'],
      ]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      await figure.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => figure.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    });

    test('no action of a lesson is alone in the last row, and the text has its search above it', async ({
      page,
      siteUrl,
    }) => {
      const lesson = await address(siteUrl);
      for (const path of [lesson, `${lesson}${lesson.includes('?') ? '&' : '?'}as=text`]) {
        await page.goto(path);
        const boxes = () =>
          page
            .locator('.lesson-actions > *')
            .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
        for (const width of [320, 360, 800, 1100, 1440, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          const all = await boxes();
          const last = all.filter(({ top }) => top === Math.max(...all.map((each) => each.top)));
          expect(last.length, `${path}, ${width} px`).toBeGreaterThan(1);
          const [search, read] = await Promise.all([
            page.getByRole('search', { name: texts.searchInside }).boundingBox(),
            page.getByRole('region', { name: texts.reader }).boundingBox(),
          ]);
          expect(search?.y, `${path}, ${width} px`).toBeLessThanOrEqual(read?.y ?? 0);
        }
      }
    });

    test('a text in the other language has the size and font that it has on a page in that language', async ({
      page,
      siteUrl,
    }) => {
      const lesson = await address(siteUrl, 1, 'Gratitude, a sermon – خطبة الشكر');
      const looks: string[] = [];
      for (const lang of languages) {
        await page.goto(`${lesson.split('?')[0]}?lang=${lang}&as=text`);
        const paragraph = page.locator('.page-of-text p').filter({ hasText: 'All praise is due to Allah' });
        await expect(paragraph).toHaveAttribute('dir', 'ltr');
        looks.push(
          await paragraph.evaluate((each) => {
            const { fontSize, fontFamily, lineHeight } = getComputedStyle(each);
            return [fontSize, fontFamily, lineHeight].join(' ');
          }),
        );
      }
      expect(looks[0]).toBe(looks[1]);
    });

    test('a verse is drawn in the font that has its signs, wherever a page of it is quoted', async ({
      page,
      library,
      siteUrl,
    }) => {
      const title = 'Gratitude, a sermon – خطبة الشكر';
      const { $id } = await lessonWithText(siteUrl, language, title);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('DOM.enable');
      await devtools.send('CSS.enable');
      /** Fonts of the Arabic letters; spaces and dots come from another one. */
      const fontsOf = async (selector: string) => {
        const { root } = await devtools.send('DOM.getDocument');
        const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
        const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
        return fonts.map(({ familyName }) => familyName);
      };
      const at = (as?: 'text') => lessonHref({ id: $id, page: 1, search: '14:7', as }, language);
      for (const [path, selector] of [
        [library.href({ search: '14:7' }), 'blockquote mark'],
        [at(), '.page-words mark'],
        [at('text'), '.lesson-text mark'],
      ] as const) {
        await page.goto(path);
        await expect(page.locator(selector).first()).toBeVisible();
        await expect
          .poll(async () => (await fontsOf(selector)).filter((name) => !/Naskh|Readex/.test(name)), path)
          .toEqual([]);
        expect(await fontsOf(selector)).toContain('Noto Naskh Arabic');
      }
      await devtools.detach();
    });

    test('with forced colors the way of reading that is chosen is told apart', async ({ page, siteUrl }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(await address(siteUrl));
      const outline = (name: string) =>
        page.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).outlineStyle);
      expect([await outline(texts.asPage), await outline(texts.asText)]).toEqual(['solid', 'none']);
    });

    test('a page fills the screen, and Escape or Back leads to it again', async ({ page, siteUrl }) => {
      await page.route(/\.webp/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }));
      await page.goto(await address(siteUrl));
      const enlarge = page.getByRole('link', { name: texts.enlarge(1) });
      const viewer = page.getByRole('dialog', { name: texts.enlarged });
      await scriptReady(page);
      await enlarge.click();
      await expect(viewer).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(enlarge).toBeFocused();
      await enlarge.click();
      await expect(viewer).toBeVisible();
      await page.goBack();
      await expect(viewer).toBeHidden();
      await expect(enlarge).toBeVisible();
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('pages are turned, and any of them is gone to', async ({ page, siteUrl }) => {
        await page.goto(await address(siteUrl));
        await page.getByRole('link', { name: texts.next }).first().click();
        await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
        await page.getByRole('spinbutton', { name: texts.goTo }).fill('1');
        await page.getByRole('button', { name: texts.go, exact: true }).click();
        await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
        await expect(page.getByRole('button', { name: texts.print })).toBeHidden();
        await page.getByRole('link', { name: texts.asText, exact: true }).click();
        await page.getByRole('link', { name: texts.larger }).click();
        await expect(page.locator('.text-size-125')).toContainText(/\p{L}{3}/u);
        await page.getByRole('searchbox', { name: texts.searchInside }).fill('zzz');
        await page.getByRole('button', { name: texts.find, exact: true }).click();
        await expect(page.getByText(texts.noHits)).toBeVisible();
      });
    });
  });
}
