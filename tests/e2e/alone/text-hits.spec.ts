import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '../../../src/contract/language.ts';
import { textMessages } from '../../../src/web/i18n/text-messages.ts';
import { LessonFolder } from '../../library/lesson-folder.ts';
import { startSiteOf } from '../../support/site.ts';
import { createUnicodePdf } from '../../support/unicode-pdf.ts';
import { violations } from '../support/axe.ts';
import { LibraryPage } from '../support/library-page.ts';
import { expect, startSeparateSite, test } from '../support/visitor.ts';

interface Example {
  file: string;
  expect: 'words' | 'letters' | 'title';
  pages: { unique: string[] }[];
}

const corpus = new URL('../../reader/arabic-pdfs/', import.meta.url).pathname;
const examples: Example[] = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8'));
const readableExamples = examples.filter(({ expect: best }) => best === 'words');

/** A PDF of 500 pages with the same header. The first page has hyphens, ligatures, presentation forms, Persian and Urdu. */
const book = createUnicodePdf(
  Array.from({ length: 500 }, (_, at) => [
    'Notes on the lesson of prayer',
    `This is leaf ${at + 1} of the book.`,
    ...(at > 0
      ? []
      : [
          'The imam gathers the whole congre-',
          'gation in the ﬁrst oﬃce of the week.',
          'ﺍﻟﺮﺣﻤﻦ ﺍﻟﺮﺣﻴﻢ',
          'پنج ستون دین در این گفتار',
          'پاکیزگی آدھا ایمان ہے ٹھیک ہے',
        ]),
  ]),
);

/** Files whose text has mistakes: OCR of a scan, and a page garbled by its PDF writer. */
const misreadFiles = /39-ocrmypdf|07-chromium/;

// Starts a site with the whole corpus, and waits until it has read the texts.
startSeparateSite(async () => {
  const folder = await LessonFolder.make();
  for (const [index, { file }] of examples.entries()) {
    await cp(join(corpus, file), join(folder.path, index % 2 ? 'Even' : 'Odd', file));
  }
  await writeFile(join(folder.path, 'Odd', 'Book.pdf'), book);
  const site = await startSiteOf(folder);
  await site.waitForWords();
  return site;
});

const searchHref = (search: string, more = ''): string => `/?search=${encodeURIComponent(search)}${more}`;

/** Text shown above pages with only some words of a search. */
const [partialNotice = ''] = textMessages.en.summary({ share: 'most', pages: 1, lessons: 1 }).split('.');

/** Fetches the first page of the list of all hits, as HTML; empty if there are none. */
async function fetchHitList(siteUrl: string, search: string): Promise<string> {
  const html = await (await fetch(siteUrl + searchHref(search, '&in=text'))).text();
  return /<section data-slot="text-hits"[^>]*>(.*?)<\/section>/s.exec(html)?.[1] ?? '';
}

/** Returns the first matches of a whole query, as file name and page number; no pages that match only some of the words. */
async function hits(siteUrl: string, search: string): Promise<string[]> {
  const section = await fetchHitList(siteUrl, search);
  if (section.includes(partialNotice)) return [];
  return section
    .split('<h4')
    .slice(1)
    .flatMap((lesson) => {
      const title = /^[^>]*>(.*?)<\/h4>/s.exec(lesson)?.[1]?.replace(/<[^>]+>/g, '');
      return [...lesson.matchAll(/\/lesson\/\w+(?:\/(\d+))?\?[^"]*#page"/g)].map(
        ([, page = 1]) => `${title}.pdf ${page}`,
      );
    });
}

test('finds every word that only one page has, except in misread files, and no word that no page has', async ({
  siteUrl,
}) => {
  const missingWords: string[] = [];
  for (const { file, pages } of readableExamples) {
    for (const [index, { unique }] of pages.entries()) {
      for (const word of unique) {
        if (!(await hits(siteUrl, word)).includes(`${file} ${index + 1}`))
          missingWords.push(`${word}: ${file} ${index + 1}`);
      }
    }
  }
  expect(missingWords.filter((line) => !misreadFiles.test(line))).toEqual([]);
  expect(missingWords.length).toBeLessThan(6);
  for (const absentSearch of ['زقزوقات', 'xylophone', '"رمضان الصائم آداب"'])
    expect(await hits(siteUrl, absentSearch)).toEqual([]);
});

test('finds text with and without vowel marks, in Arabic or Latin digits, and phrases across lines', async ({
  siteUrl,
}) => {
  expect(await hits(siteUrl, 'الصائم')).toContain('13-xelatex-p2.pdf 1');
  expect(await hits(siteUrl, 'الوُضُوءُ')).toContain('06-chromium-p1.pdf 1');
  expect(await hits(siteUrl, '354')).toEqual(await hits(siteUrl, '٣٥٤'));
  expect(await hits(siteUrl, '354')).toContain('14-xelatex-p4.pdf 1');
  expect(await hits(siteUrl, '"آداب الصائم في رمضان الصوم مدرسة"')).toContain('13-xelatex-p2.pdf 1');
  expect(await hits(siteUrl, 'والوضوء')).toContain('06-chromium-p1.pdf 1');
});

test('finds hyphenated words, ligatures, presentation forms, Persian, Urdu and the last page of a long book', async ({
  siteUrl,
}) => {
  expect(await hits(siteUrl, '"leaf 500"')).toEqual(['Book.pdf 500']);
  for (const search of [
    'congregation',
    'first office',
    '"congregation in the first"',
    'الرحمن الرحيم',
    '"پنج ستون دین"',
    'گفتار',
    'پاكيزگي',
    'ٹھیک',
    '"leaf 1"',
    '"notes on the lesson of prayer"',
  ])
    expect.soft(await hits(siteUrl, search), search).toContain('Book.pdf 1');
  for (const absentSearch of ['gation', '"prayer lesson"', '"leaf 501"'])
    expect.soft(await hits(siteUrl, absentSearch), absentSearch).not.toContain('Book.pdf 1');
  expect(await fetchHitList(siteUrl, '"leaf 501"')).toBe('');
  expect(await fetchHitList(siteUrl, 'notes on xylophone lessons and prayer')).toContain(partialNotice);
});

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });
    const texts = textMessages[language];
    const lang = language === 'ar' ? '&lang=ar' : '';

    test('shows the hits in five lessons above the empty state, quoted and linked, and more on a separate page', async ({
      page,
    }) => {
      await page.goto(searchHref('الوضوء', lang));
      const section = page.getByRole('region', { name: texts.heading });
      await expect(section.getByRole('heading', { level: 4 })).toHaveCount(5);
      const link = section.getByRole('link', { name: texts.page(1) }).first();
      await expect(link).toHaveAttribute('href', /^\/lesson\/\w+\?[^/]*search=[^/]*#page$/);
      await expect(section.locator('blockquote').first()).toContainText('الوضوء');
      for (const quote of await section.locator('blockquote').allTextContents())
        expect(quote.length).toBeLessThan(165);
      await expect(section.locator('mark').first()).toHaveText(/وضوء$/);
      await expect(page.getByRole('status').filter({ hasText: texts.heading })).toHaveCount(1);
      expect(await violations(page)).toEqual([]);

      await new LibraryPage(page, language).ready();
      await section.getByRole('link', { name: texts.showAll }).click();
      await expect(page).toHaveURL(/in=text/);
      // The focus has moved from the link to the start of the list.
      await expect(page.locator('.results-heading')).toBeFocused();
      await expect(page.locator('.results-heading')).toBeInViewport();
      await expect(section.getByRole('heading', { level: 4 })).not.toHaveCount(5);
      await page.goBack();
      await expect(page).not.toHaveURL(/in=text/);
      await expect(section.getByRole('heading', { level: 4 })).toHaveCount(5);
    });

    test('limits hits to the chosen category, and updates them for the next search', async ({ page }) => {
      await page.goto(searchHref('الصائم', lang));
      const section = page.getByRole('region', { name: texts.heading });
      const summary = section.getByRole('paragraph').first();
      const summaryOfAll = await summary.textContent();
      await page.getByRole('link', { name: /^Even/ }).first().click();
      // Waits for the category's hits, so that nothing is typed into the previous page.
      await expect(page).toHaveURL(/[?&]category=/);
      await expect(summary).not.toHaveText(summaryOfAll ?? '');
      await page.getByRole('searchbox').fill('xylophone');
      await page.getByRole('searchbox').press('Enter');
      await expect(section).toHaveCount(0);
    });
  });
}
