import type { Locator, Page, Response } from '@playwright/test';
import { languageNames, languages, otherLanguage } from '#contract/language.ts';
import { lessonMessages } from '#pages/lesson/messages.ts';
import { lessonHref, lessonViewHref, textHref } from '../../src/contract/urls.ts';
import { startAlteredSite } from './support/altered-site.ts';
import { violations } from './support/axe.ts';
import { shiftsOf, watchShifts } from './support/layout-shifts.ts';
import { twoPages, waitForLessonText } from './support/lesson-with-text.ts';
import { addStyles, clippedElements, overflowWidth, widestSpacing } from './support/reflow.ts';
import { allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

/** Replaces pictures of pages by an SVG. Without a `viewBox` it fills the box of the picture. */
const replacePictures = (page: Page, viewBox = '') =>
  page.route(/\.webp/, (route) => {
    const body = `<svg xmlns="http://www.w3.org/2000/svg" ${viewBox}/>`;
    return route.fulfill({ contentType: 'image/svg+xml', body });
  });

/** Waits for the client bundle, which loads after the first paint. */
const bundleReady = (page: Page) => expect(page.locator('[data-print][data-ready]')).toBeAttached();

/** A title that wraps to several lines. */
const longTitle =
  'A guide for the new khatib, from choosing a topic to delivering a Friday sermon in two languages';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language, viewport: { width: 360, height: 740 } });
    const texts = lessonMessages[language];
    const address = async (siteUrl: string, page = 1, title = twoPages[language]) => {
      const lesson = (await allFiles(siteUrl, language)).find((file) => titleOf(file) === title);
      return lessonHref({ id: lesson?.$id ?? '', page, search: '' }, language);
    };

    test('arrow keys turn the pages of a lesson in its direction, on a phone', async ({ page, siteUrl }) => {
      const scripts: Promise<number>[] = [];
      const recordScript = (response: Response) => {
        if (response.request().resourceType() === 'script')
          scripts.push(response.body().then(({ length }) => length));
      };
      page.on('response', recordScript);
      await page.goto(await address(siteUrl));
      const picture = page.getByRole('img', { name: texts.pageOf(1, 2) });
      await expect
        // The first picture takes longer, because it starts the drawing process.
        .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // The client bundle loads after the page.
      await expect.poll(() => scripts.length).toBeGreaterThan(0);
      page.off('response', recordScript);
      const sizes = await Promise.all(scripts);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000);
      expect(await violations(page)).toEqual([]);

      await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
      await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
      await expect(page.locator('#page')).toBeInViewport();
      await page.getByText(texts.text, { exact: true }).click();
      await expect(page.locator('.page-words')).toHaveText(/\p{L}{3}/u);
      await bundleReady(page);
      await page.keyboard.press(language === 'ar' ? 'ArrowRight' : 'ArrowLeft');
      await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
    });

    test('nothing moves when fonts and the client bundle arrive late', async ({ page, siteUrl }) => {
      await watchShifts(page);
      // The attributes of the picture reserve its space, so its content does not matter.
      await replacePictures(page);
      // Covers titles in the page's language and in the other one.
      const testedTitles = [twoPages.en, twoPages.ar, longTitle];
      for (const [at, width] of [320, 360, 640, 800, 1100, 1440].entries()) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(await address(siteUrl, 1 + (at % 2), testedTitles[at % 3]));
        await bundleReady(page);
        const { sum, movedElements: moved } = await shiftsOf(page);
        expect(sum, [`${width} px`, ...moved].join('\n')).toBe(0);
      }
    });

    test('a page that arrives in two parts does not move when the second arrives', async ({
      page,
      siteUrl,
      guard,
    }) => {
      // The guard allows only the original address, but this copy of the site has another port.
      guard.allow(/localhost/);
      const slowSite = await startAlteredSite(siteUrl, { pauseAt: 'rel="next"' });
      await watchShifts(page);
      await page.goto(slowSite.url + (await address(siteUrl)));
      const { sum, movedElements: moved } = await shiftsOf(page);
      slowSite.stop();
      expect(sum, moved.join('\n')).toBe(0);
    });

    test('nothing is cut off on the narrowest screen, with wide spacing or large text, and dark mode has no axe violations', async ({
      page,
      siteUrl,
    }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(await address(siteUrl, 2, longTitle));
      // Waits for the bundle, which opens the text view if the letters are already large.
      await bundleReady(page);
      const expectNothingCutOff = async () => {
        expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
        expect(await clippedElements(page)).toEqual([]);
      };
      await expectNothingCutOff();
      await addStyles(page, widestSpacing);
      await expectNothingCutOff();
      await addStyles(page, 'html { font-size: 200%; }');
      for (const width of [320, 640, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNothingCutOff();
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(page)).toEqual([]);
    });

    test.describe('by touch', () => {
      test.use({ hasTouch: true });

      test('a swipe turns the page; short swipes and vertical ones do not', async ({ page, siteUrl }) => {
        await page.goto(await address(siteUrl));
        await bundleReady(page);
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
        // Swipes back on the first page.
        await swipe(-120 * forward, 0);
        await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
        await expect(async () => {
          await swipe(120 * forward, 10);
          await page.waitForURL(/\/2(\?|#)/, { timeout: 1000 });
        }).toPass();
        await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
      });
    });

    /** Opens page 10 of the sample booklet on the narrowest phone; returns the id of the booklet. */
    const openBookletOnPhone = async (page: Page, siteUrl: string, search = ''): Promise<string> => {
      await page.setViewportSize({ width: 320, height: 740 });
      const booklet = 'First steps in Islam, a booklet in fourteen chapters';
      const { $id } = await waitForLessonText(siteUrl, language, booklet);
      // A page is shown without its contents if the PDF could not be read in time, as on a busy machine.
      await expect(async () => {
        await page.goto(lessonHref({ id: $id, page: 10, search }, language));
        await expect(page.locator('summary').filter({ hasText: texts.contents })).toBeVisible({
          timeout: 1000,
        });
      }).toPass();
      return $id;
    };

    test('on the narrowest phone, the page number and the links between results are each in one row', async ({
      page,
      siteUrl,
    }) => {
      await openBookletOnPhone(page, siteUrl, 'prayer');
      const middleOf = async (locator: Locator) => {
        const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
        return Math.round(y + height / 2);
      };
      const field = page.locator('.page-nav input[type=number]');
      const go = page.getByRole('button', { name: texts.go, exact: true });
      expect(await middleOf(go)).toBe(await middleOf(field));
      const [previous, next] = [texts.previousHit, texts.nextHit].map((name) =>
        page.getByRole('link', { name }),
      );
      if (!previous || !next) throw new Error('The page has no links between results.');
      expect(await middleOf(next)).toBe(await middleOf(previous));
    });

    test('on the narrowest phone, all lines of a long title in the contents are aligned, and cut texts end with an ellipsis', async ({
      page,
      siteUrl,
    }) => {
      const id = await openBookletOnPhone(page, siteUrl);
      await page.locator('summary').filter({ hasText: texts.contents }).click();
      const sides = await page
        .getByRole('link', { name: 'Checking a hadith you received' })
        .locator('bdi')
        .evaluate(
          (title, side) => {
            const range = document.createRange();
            range.selectNodeContents(title);
            return [...range.getClientRects()].map((line) => Math.round(line[side]));
          },
          language === 'ar' ? ('right' as const) : ('left' as const),
        );
      expect(sides.length).toBeGreaterThan(1);
      expect(new Set(sides).size).toBe(1);
      // The invitation to search, and the lines to quote.
      const lineSelect = page.locator('#quote select').first();
      // As in `openBookletOnPhone`, a busy machine may not read the lines in time.
      await expect(async () => {
        await page.goto(lessonViewHref({ id, page: 1, search: '', quote: { first: 1, last: 2 } }, language));
        await expect(lineSelect).toBeVisible({ timeout: 1000 });
      }).toPass();
      for (const field of [page.getByRole('searchbox'), lineSelect])
        await expect(field).toHaveCSS('text-overflow', 'ellipsis');
      // The booklet is in English, so each line is cut off at its right end on Arabic pages too.
      const line = lineSelect.getByRole('option', { selected: true });
      await expect(line).toHaveCSS('direction', 'ltr');
    });

    // The rest depends on the language only in its texts.
    if (language === 'ar') return;

    test('offers a returning visitor the page read last', async ({ page, siteUrl }) => {
      await page.goto(await address(siteUrl, 2));
      // Waits for the client bundle, which stores the page.
      await page.waitForFunction(() => localStorage.getItem('pages'));
      await page.goto(await address(siteUrl));
      const resumeLink = page.getByRole('link', { name: texts.resume('2') });
      await page.setViewportSize({ width: 320, height: 740 });
      // Waits for the bundle, which opens the text view if the letters are already large.
      await bundleReady(page);
      await addStyles(page, 'html { font-size: 200%; }');
      const close = page.getByRole('button', { name: texts.dismiss });
      await expect(close).toBeInViewport({ ratio: 1 });
      await close.press('Enter');
      await expect(resumeLink).toBeHidden();
      await expect(page.getByRole('region', { name: texts.reader })).toBeFocused();
      await page.reload();
      await resumeLink.click();
      await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
      // A visitor who turns back to the first page gets no offer.
      await page.getByRole('link', { name: texts.previous }).first().click();
      await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
      await expect(resumeLink).toBeHidden();
    });

    test('the offer to continue does not cover the focused element', async ({ page, siteUrl }) => {
      await page.goto(await address(siteUrl, 2));
      await page.waitForFunction(() => localStorage.getItem('pages'));
      await page.goto(await address(siteUrl));
      await expect(page.getByRole('link', { name: texts.resume('2') })).toBeVisible();
      const covered = new Set<string>();
      for (let count = 0; count < 40; count++) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => {
          const notice = document.querySelector('.lesson-resume');
          const focused = document.activeElement;
          if (!notice || !focused || focused === document.body || notice.contains(focused)) return '';
          const isCovered = focused.getBoundingClientRect().bottom > notice.getBoundingClientRect().top;
          return isCovered ? focused.textContent : '';
        });
        if (name) covered.add(name);
      }
      expect([...covered]).toEqual([]);
    });

    test('a page without a lesson, opened with a hash, does not hide the link “Continue” of the home page', async ({
      page,
      siteUrl,
      library,
    }) => {
      const lesson = await waitForLessonText(siteUrl, language, 'Gratitude, a sermon – خطبة الشكر');
      await page.goto(lessonHref({ id: lesson.$id, page: 2, search: '' }, language));
      await page.waitForFunction(() => localStorage.getItem('pages'));
      await page.goto('/follow#main');
      // The client bundle shows the button after it would have stored a page.
      await expect(page.locator('[data-copy][data-ready]')).toBeVisible();
      await library.open();
      await expect(page.getByRole('link', { name: library.texts.continueReading(2, 3) })).toBeVisible();
    });

    test('the link “Continue” of the home page names no number of pages if it was unknown', async ({
      page,
      siteUrl,
      library,
    }) => {
      // Without a number of pages, as while a PDF is being read.
      await page.route('**/lesson/*/2', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace(/ data-pages="\d+"/, '') });
      });
      await page.goto(await address(siteUrl, 2));
      await page.waitForFunction(() => localStorage.getItem('pages'));
      await library.open();
      await expect(page.getByRole('link', { name: library.texts.continueReading(2, undefined) })).toHaveText(
        library.texts.continueReading(2, undefined),
      );
    });

    test('switching the language replaces the history entry, so that Back leads to the previous page', async ({
      page,
      siteUrl,
      context,
    }) => {
      const targetLanguage = otherLanguage(language);
      await page.goto(await address(siteUrl));
      await page.getByRole('link', { name: texts.next }).first().click();
      await expect(page.getByRole('img', { name: texts.pageOf(2, 2) })).toBeVisible();
      await page.waitForLoadState('load');
      const link = page.getByRole('banner').getByRole('link', { name: languageNames[targetLanguage] });
      const newTab = context.waitForEvent('page');
      await link.click({ modifiers: ['Control'] });
      await (await newTab).close();
      await expect(page.locator('html')).toHaveAttribute('lang', language);

      await link.click();
      await expect(
        page.getByRole('img', { name: lessonMessages[targetLanguage].pageOf(2, 2) }),
      ).toBeVisible();
      expect(page.url()).toMatch(new RegExp(`/2\\?lang=${targetLanguage}#page$`));
      await page.goBack();
      await expect(page).not.toHaveURL(/\/2[?#]/);
    });

    test('shows links for sharing if the browser has no share dialog', async ({ page, siteUrl, context }) => {
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
      // The panel is below its button and at least as wide.
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
      const copiedText = await page.evaluate(() => navigator.clipboard.readText());
      expect(copiedText).toMatch(new RegExp(`^${siteUrl}/${language}/[a-z0-9]{6,}$`));
      await page.goto(copiedText);
      await expect(page).toHaveURL(siteUrl + href);
    });

    test('reports a picture that cannot be loaded, with a link to the PDF', async ({
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

    test('stores the choice of the text view and its size', async ({ page, siteUrl }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(await address(siteUrl));
      await bundleReady(page);
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
      expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
      // A lesson is shown in the stored reading mode unless it is opened from its own pages.
      await page.goto('about:blank');
      await page.goto(await address(siteUrl));
      await expect(text).toHaveClass(/text-size-300/);
      await page.getByRole('link', { name: texts.asPage, exact: true }).click();
      await expect(page.getByRole('img', { name: texts.pageOf(1, 2) })).toBeVisible();
    });

    test('in dark mode, offers to invert pages only if a page is visible', async ({ page, siteUrl }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      const { address } = await waitForLessonText(siteUrl, language);
      const nightSwitch = page.getByRole('button', { name: texts.night });
      await page.goto(address);
      await expect(nightSwitch).toBeVisible();
      const textUrl = new URL(address);
      textUrl.searchParams.set('as', 'text');
      await page.goto(textUrl.href);
      await bundleReady(page);
      await expect(nightSwitch).toBeHidden();
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(nightSwitch).toBeVisible();
    });

    test('on a wide screen, the results of a search are in columns above the text', async ({
      page,
      siteUrl,
    }) => {
      const title = 'First steps in Islam, a booklet in fourteen chapters';
      const { $id } = await waitForLessonText(siteUrl, language, title);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(siteUrl + textHref({ id: $id, page: 1, search: 'prayer', as: 'text' }, language));
      const lefts = await page
        .locator('#hits li')
        .evaluateAll((hits) => hits.map((hit) => Math.round(hit.getBoundingClientRect().left)));
      expect(lefts.length).toBeGreaterThan(9);
      expect(new Set(lefts).size).toBe(3);
      expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
    });

    test('renders a table of the text, which keys scroll on a narrow screen', async ({ page, siteUrl }) => {
      const { address: lesson } = await waitForLessonText(
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
      expect(await overflowWidth(page)).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      await figure.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => figure.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    });

    test('no action is alone in the last row, and the search is above the pages or the text', async ({
      page,
      siteUrl,
    }) => {
      const lesson = await address(siteUrl);
      for (const path of [lesson, `${lesson}${lesson.includes('?') ? '&' : '?'}as=text`]) {
        await page.goto(path);
        const boxes = () =>
          page
            .locator('.lesson-actions > *')
            .evaluateAll((actions) =>
              actions.map((action) => action.getBoundingClientRect().toJSON() as DOMRect),
            );
        for (const width of [320, 360, 800, 1100, 1440, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          const actionBoxes = await boxes();
          const lastRow = actionBoxes.filter(
            ({ top }) => top === Math.max(...actionBoxes.map((box) => box.top)),
          );
          expect(lastRow.length, `${path}, ${width} px`).toBeGreaterThan(1);
          const [search, reader] = await Promise.all([
            page.getByRole('search', { name: texts.searchInside }).boundingBox(),
            page.getByRole('region', { name: texts.reader }).boundingBox(),
          ]);
          expect(search?.y, `${path}, ${width} px`).toBeLessThanOrEqual(reader?.y ?? 0);
        }
      }
    });

    test('a text has the same size and font on pages of both languages', async ({ page, siteUrl }) => {
      const lesson = await address(siteUrl, 1, 'Gratitude, a sermon – خطبة الشكر');
      const styles: string[] = [];
      for (const lang of languages) {
        await page.goto(`${lesson.split('?')[0]}?lang=${lang}&as=text`);
        const paragraph = page.locator('.page-of-text p').filter({ hasText: 'All praise is due to Allah' });
        await expect(paragraph).toHaveAttribute('dir', 'ltr');
        styles.push(
          await paragraph.evaluate((element) => {
            const { fontSize, fontFamily, lineHeight } = getComputedStyle(element);
            return [fontSize, fontFamily, lineHeight].join(' ');
          }),
        );
      }
      expect(styles[0]).toBe(styles[1]);
    });

    test('a verse has the font with the marks of the Qur’an in results, pages and texts', async ({
      page,
      library,
      siteUrl,
    }) => {
      const title = 'Gratitude, a sermon – خطبة الشكر';
      const { $id } = await waitForLessonText(siteUrl, language, title);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('DOM.enable');
      await devtools.send('CSS.enable');
      /** Returns the fonts of an element; spaces and punctuation can be in a different font from the Arabic letters. */
      const fontsOf = async (selector: string) => {
        const { root } = await devtools.send('DOM.getDocument');
        const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
        const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
        return fonts.map(({ familyName }) => familyName);
      };
      const hrefAs = (as?: 'text') => lessonHref({ id: $id, page: 1, search: '14:7', as }, language);
      for (const [path, selector] of [
        [library.href({ search: '14:7' }), 'blockquote mark'],
        [hrefAs(), '.page-words mark'],
        [hrefAs('text'), '.lesson-text mark'],
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

    test('marks the chosen reading mode with forced colors', async ({ page, siteUrl }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(await address(siteUrl));
      const outline = (name: string) =>
        page.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).outlineStyle);
      expect([await outline(texts.asPage), await outline(texts.asText)]).toEqual(['solid', 'none']);
    });

    test('shows a page full screen, until Escape or Back', async ({ page, siteUrl }) => {
      await replacePictures(page);
      await page.goto(await address(siteUrl));
      const enlargeLink = page.getByRole('link', { name: texts.enlarge(1) });
      const viewer = page.getByRole('dialog', { name: texts.enlarged });
      await bundleReady(page);
      await enlargeLink.click();
      await expect(viewer).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(enlargeLink).toBeFocused();
      await enlargeLink.click();
      await expect(viewer).toBeVisible();
      await page.goBack();
      await expect(viewer).toBeHidden();
      await expect(enlargeLink).toBeVisible();
    });

    test('shows the smaller picture of a page full screen until the large one has loaded', async ({
      page,
      siteUrl,
    }) => {
      await page.goto(await address(siteUrl));
      await bundleReady(page);
      const preview = page.getByRole('img', { name: texts.pageOf(1, 2) });
      await expect
        .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      const source = await preview.evaluate((image: HTMLImageElement) => image.currentSrc);
      // The large picture never arrives.
      await page.route(/\.webp/, () => undefined);
      await page.getByRole('link', { name: texts.enlarge(1) }).click();
      const picture = page.locator('.page-viewer img');
      await expect(picture).toHaveCSS('background-image', `url("${source}")`);
      const box = await picture.boundingBox();
      expect(box?.height).toBeGreaterThan(box?.width ?? Number.NaN);
    });

    test('shows a page in the middle of a tall screen, and a zoomed page up to its edges', async ({
      page,
      siteUrl,
    }) => {
      await replacePictures(page, 'viewBox="0 0 600 800"');
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(await address(siteUrl));
      await bundleReady(page);
      await page.getByRole('link', { name: texts.enlarge(1) }).click();
      const picture = page.locator('.page-viewer img');
      await expect.poll(async () => (await picture.boundingBox())?.width).toBe(360);
      const box = await picture.boundingBox();
      expect(box?.height).toBeLessThan(800);
      expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - 400)).toBeLessThanOrEqual(1);
      await picture.dblclick({ position: { x: 180, y: 100 } });
      await expect.poll(async () => (await picture.boundingBox())?.width).toBe(900);
      const viewport = page.locator('.page-viewer > div');
      await viewport.evaluate((element) => element.scrollTo(-9999, 0));
      const zoomedBox = await picture.boundingBox();
      expect(Math.abs(zoomedBox?.y ?? 99)).toBeLessThanOrEqual(1);
      await viewport.evaluate((element) => element.scrollTo(0, 9999));
      const bottom = await picture.evaluate((element) => element.getBoundingClientRect().bottom);
      expect(Math.abs(bottom - 800)).toBeLessThanOrEqual(1);
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('links turn pages, a form opens any page, and text and search work', async ({ page, siteUrl }) => {
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
