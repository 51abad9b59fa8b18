import type { Page } from '@playwright/test';

/** Returns the number of pixels by which a page is wider than its window. */
export const overflowWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns the markup of elements whose text is cut off. With `strict`, an ellipsis also counts, but a select does not. */
export const clippedElements = (page: Page, strict = false): Promise<string[]> =>
  page.evaluate(
    (isStrict) =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => {
          const { overflowX, overflowY, position, clipPath, textOverflow, webkitLineClamp } =
            getComputedStyle(element);
          const hides = /hidden|clip/.test(overflowX + overflowY);
          const isScreenReaderText =
            position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1);
          const hasText = [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
          );
          return (
            hides &&
            hasText &&
            !isScreenReaderText &&
            // A select cannot wrap.
            (isStrict
              ? !element.matches('select')
              : textOverflow !== 'ellipsis' && webkitLineClamp === 'none') &&
            (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
          );
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    strict,
  );

/**
 * Returns words with letters on more than one line; the parts of a word with a visible or soft hyphen count as words. Turns off
 * automatic hyphenation, for which not every Chromium has a dictionary.
 */
export async function brokenWords(page: Page): Promise<string[]> {
  await addStyles(page, '* { hyphens: manual !important; }');
  return page.evaluate(() => {
    const words: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{M}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()]
          .filter(({ width }) => width > 1)
          .map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) words.push(word);
      }
    }
    return words;
  });
}

/**
 * Sets the browser's default text size, on which media queries and `rem` depend. Tests must reset the size, because later tests can
 * use the same browser.
 */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  // The setting lasts as long as the session, which is therefore not detached.
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
}

/** Adds a constructed stylesheet, because the page's security policy allows no style elements. */
export const addStyles = (page: Page, css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

/** The text spacing of WCAG 1.4.12. */
export const widestSpacing =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-block-end: 2em !important; }';
