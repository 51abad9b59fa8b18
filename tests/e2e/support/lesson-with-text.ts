import { expect } from '@playwright/test';
import { type Language, otherLanguage } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { hrefWithLanguage, lessonHref } from '../../../src/contract/urls.ts';
import { allFiles, titleOf } from './sample-library.ts';

/** Titles of two-page lessons: one in English, one in Arabic. In the Arabic one, the next page is on the left. */
export const twoPages: Record<Language, string> = {
  en: 'Believing in the angels',
  ar: 'مدخل إلى أسماء الله الحسنى',
};

/** Waits until both languages of a lesson's first page have its text. Returns the lesson with its address; throws for an unknown title. */
export async function waitForLessonText(
  siteUrl: string,
  language: Language,
  title = twoPages[language],
): Promise<LibraryFile & { address: string }> {
  const file = (await allFiles(siteUrl, language)).find((candidate) => titleOf(candidate) === title);
  if (!file) throw new Error(`The sample has no "${title}".`);
  const href = (shownLanguage: Language) =>
    siteUrl +
    hrefWithLanguage(lessonHref({ id: file.$id, page: 1, search: '' }, shownLanguage), shownLanguage);
  for (const shownLanguage of [otherLanguage(language), language]) {
    await expect
      .poll(async () => (await fetch(href(shownLanguage))).text(), { timeout: 300_000 })
      .toMatch(/data-pages="\d.*class="page-words"/s);
  }
  return { ...file, address: href(language) };
}
