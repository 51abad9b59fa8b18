import type { Page } from '@playwright/test';

/** Pixels by which a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Texts that their own box cuts off, except where a long one is shortened on purpose, with an ellipsis. */
export const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY, position, clipPath, textOverflow, webkitLineClamp } =
          getComputedStyle(element);
        const hides = /hidden|clip/.test(overflowX + overflowY);
        const spokenOnly = position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1);
        const own = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        return (
          hides &&
          own &&
          !spokenOnly &&
          textOverflow !== 'ellipsis' &&
          webkitLineClamp === 'none' &&
          (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/** Constructed stylesheets are allowed under the page's security policy, where a style element is not. */
export const addStyles = (page: Page, css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

/** Of WCAG 1.4.12. */
export const widestSpacing =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-block-end: 2em !important; }';
