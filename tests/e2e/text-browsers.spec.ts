import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { catalogues } from '#web/i18n/catalogues.ts';
import { type Language, languages } from '#web/i18n/language.ts';
import { otherBrowsers } from '../support/other-browsers.ts';
import { allFiles, titleOf } from '../support/sample-library.ts';
import { siteContent } from '../support/site-content.ts';

const siteUrl = (): string => process.env.SHARED_SITE ?? '';
const hrefOf = (language: Language): string => `${siteUrl()}/${language === 'ar' ? '?lang=ar' : ''}`;

for (const [name, dump] of [
  [
    'w3m',
    ['-dump', '-cols', '300', '-o', 'display_link_number=1', '-I', 'UTF-8', '-O', 'UTF-8', '-T', 'text/html'],
  ],
  ['lynx', ['-dump', '-width=300', '-nolist', '-display_charset=UTF-8', '-stdin']],
] as const) {
  test(`${name} shows the lessons, and the way to them`, async () => {
    const program = otherBrowsers[name].find();
    test.skip(program === undefined, `${name} is not here`);
    for (const language of languages) {
      const input = await (await fetch(hrefOf(language))).text();
      const { stdout } = spawnSync(program ?? '', [...dump], { input, encoding: 'utf8' });
      const text = stdout.replaceAll(/\s+/g, ' ');
      for (const file of (await allFiles(siteUrl(), language)).slice(0, 10)) {
        expect(text).toContain(titleOf(file).replaceAll(/\s+/g, ' '));
      }
      expect(text).toContain(`${catalogues[language].addressLabel} ${siteContent.address[language]}`);
      expect(text).toMatch(/\d \(\d/);
    }
  });
}
