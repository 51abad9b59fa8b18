import { expect } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { lessonMessages } from '#pages/lesson/messages.ts';
import { readLesson } from '../support/read-lesson.ts';
import { Visit } from './driven-visit.ts';
import type { DrivenBrowser } from './web-driver.ts';

/** The arrow keys, in WebDriver's own letters: onward, and back. */
const arrows: Record<Language, [string, string]> = { en: ['\ue014', '\ue012'], ar: ['\ue012', '\ue014'] };

/** Script of a swipe over the page's picture, by so many pixels. */
const swipe = (by: number) => `
  const at = (type, clientX) => Object.assign(new Event(type), { touches: [{ clientX, clientY: 9 }], changedTouches: [{ clientX, clientY: 9 }] });
  const picture = document.querySelector('.page-picture');
  picture.dispatchEvent(at('touchstart', 200));
  picture.dispatchEvent(at('touchend', 200 + ${by}));`;

/** Reads a lesson of two pages on screens of some widths: by keys, by a swipe, its words, and from the place where one stopped. */
export async function readThrough(
  browser: DrivenBrowser,
  language: Language,
  siteUrl: string,
  widths: readonly number[],
): Promise<void> {
  const visit = new Visit(browser, language);
  const { address } = await readLesson(siteUrl, language);
  /** A turn that still goes on breaks off what follows it. */
  const open = () => expect(() => browser.goto(address)).toPass();
  const isPage = (page: number) =>
    browser.until(
      `page ${page} is shown`,
      `const picture = document.querySelector('.page-picture img'); return picture.alt === arguments[0] && picture.naturalWidth > 0`,
      lessonMessages[language].pageOf(page, 2),
    );
  const shownPage = () =>
    browser.run<string>(`return document.querySelector('.lesson').dataset.page`).catch(() => '');
  /** The lesson's script loads after the page, so the action is repeated until the page is turned. */
  const turn = async (page: number, act: () => Promise<unknown>) => {
    await expect(async () => {
      await act();
      await expect.poll(shownPage, { timeout: 1000 }).toBe(String(page));
    }).toPass();
    await isPage(page);
  };
  const [onward, back] = arrows[language];
  for (const width of widths) {
    await browser.resize(width, 900);
    await open();
    await isPage(1);
    await visit.fits();
    await turn(2, () => browser.press(onward));
    await turn(1, () => browser.press(back));
    await turn(2, () => browser.run(swipe(language === 'ar' ? 90 : -90)));
    await browser.until('the place is kept', `return localStorage.pages.endsWith(',2]]')`);
    await browser.click('.page-text summary');
    const words = `document.querySelector('.page-words').innerText`;
    await browser.until('its words are shown', `return ${words}.length > 99`);
    await visit.fits();
    await open();
    await browser.click('.lesson-resume a');
    await isPage(2);
  }
}
