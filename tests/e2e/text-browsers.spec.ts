import { spawnSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import { lessonMessages } from '#web/i18n/lesson-messages.ts';
import { otherBrowsers } from '../support/other-browsers.ts';
import { hrefOf, siteUrl, test } from '../support/other-visit.ts';
import { readLesson } from '../support/read-lesson.ts';
import { allFiles, titleOf } from '../support/sample-library.ts';
import { siteContent } from '../support/site-content.ts';

/** What such a browser shows of a page, its spaces as one. */
async function shown(program: string, options: readonly string[], url: string): Promise<string> {
  const input = await (await fetch(url)).text();
  const { stdout } = spawnSync(program, [...options], { input, encoding: 'utf8' });
  return stdout.replaceAll(/\s+/g, ' ');
}

for (const [name, dump] of [
  ['w3m', ['-dump', '-cols', '300', '-I', 'UTF-8', '-O', 'UTF-8', '-T', 'text/html']],
  ['lynx', ['-dump', '-width=300', '-nolist', '-display_charset=UTF-8', '-stdin']],
] as const) {
  test(`${name} shows the lessons, and the way to them`, async () => {
    const program = otherBrowsers[name].find();
    test.skip(program === undefined, `${name} is not here`);
    for (const language of languages) {
      const text = await shown(program ?? '', dump, hrefOf(language));
      for (const file of (await allFiles(siteUrl(), language)).slice(0, 10)) {
        expect(text).toContain(titleOf(file).replaceAll(/\s+/g, ' '));
      }
      expect(text).toContain(`${catalogues[language].addressLabel} ${siteContent.address[language]}`);
      expect(text).toMatch(/\d \(\d/);
    }
  });

  test(`${name} shows a page of a lesson: its words, the way to the next and to the PDF, nothing that is not so`, async () => {
    const program = otherBrowsers[name].find();
    test.skip(program === undefined, `${name} is not here`);
    for (const language of languages) {
      const messages = lessonMessages[language];
      const lesson = await readLesson(siteUrl(), language);
      const text = await shown(program ?? '', dump, lesson.address);
      expect(text).toContain(titleOf(lesson));
      expect(text).toContain(language === 'ar' ? 'أسماء الله' : 'Two writers are with you');
      expect(text).toContain(
        `${messages.openPdf} (${catalogues[language].opensInNewTab}) ${messages.download} `,
      );
      expect(text).toContain(`${messages.pageOf(1, 2)} ${messages.next}`);
      expect(text).not.toContain(messages.coming);
      expect(text).not.toContain(messages.resume('#'));
    }
  });
}
