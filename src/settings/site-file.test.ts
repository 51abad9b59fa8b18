import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { readSiteFile } from './site-file.ts';

const text = { en: 'text', ar: 'نص' };
const valid = {
  logo: 'logo.svg',
  preacherName: text,
  centerName: text,
  heroTitle: text,
  heroSubtitle: text,
  heroDescription: text,
  address: text,
};

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
  writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});

const read = (content: unknown) => {
  writeFileSync(join(folder, 'site.json'), typeof content === 'string' ? content : JSON.stringify(content));
  return readSiteFile(folder);
};

describe('readSiteFile', () => {
  test('accepts the sample content', () => {
    const { site, logos } = readSiteFile(join(import.meta.dirname, '../../content'));
    expect(site.preacherName.ar).toMatch(/\p{Script=Arabic}/u);
    expect(logos.map(({ path }) => path)).toEqual([site.logo, site.logoDark]);
    expect(logos.map(({ type }) => type)).toEqual(['image/svg+xml', 'image/svg+xml']);
  });

  test('accepts a logo whose name begins with two dots', () => {
    writeFileSync(join(folder, '..logo.svg'), '<svg/>');
    expect(read({ ...valid, logo: '..logo.svg' }).site.logo).toMatch(/logo-[0-9a-f]{8}\.svg$/);
  });

  test('changes the logo’s address with its bytes', () => {
    const previousLogo = read(valid).site.logo;
    writeFileSync(join(folder, 'logo.svg'), '<svg/>');
    expect(previousLogo).toMatch(/^\/assets\/logo-[0-9a-f]{8}\.svg$/);
    expect(read(valid).site.logo).not.toBe(previousLogo);
  });

  test.each([
    ['{ "logo": ', 'not valid JSON: the text ends too early'],
    ['{\n  "logo" 5\n}', 'not valid JSON: see line 2, near character 10'],
    ['[]', 'the file must contain a single object'],
    [{ ...valid, preacherName: undefined }, '"preacherName" needs a text for "en"'],
    [{ ...valid, heroTitle: { en: 'Welcome' } }, '"heroTitle" needs a text for "ar"'],
    [{ ...valid, address: { en: 'x', ar: '  ' } }, '"address" needs a text for "ar"'],
    [{ ...valid, address: { en: 'x'.repeat(501), ar: 'x' } }, 'longer than 500'],
    [{ ...valid, language: 'fr' }, '"language" must be'],
    [{ ...valid, hijriOffset: 3 }, '"hijriOffset" must be a whole number of days from -2 to 2'],
    [{ ...valid, hijriOffset: '1' }, '"hijriOffset" must be a whole number'],
    [{ ...valid, hijriOffset: 0.5 }, '"hijriOffset" must be a whole number'],
    [{ ...valid, timeZone: 'Springfield' }, '"timeZone" must name a time zone'],
    [{ ...valid, timeZone: '+03:00' }, '"timeZone" must name a time zone'],
    [{ ...valid, categories: 'Fiqh' }, '"categories" must be a list of category names'],
    [{ ...valid, categories: ['Fiqh', ' '] }, '"categories" must be a list of category names'],
    [{ ...valid, inboxCategory: '_Inbox' }, '"inboxCategory" must be a name'],
    [{ ...valid, inboxCategory: 'a/b' }, '"inboxCategory" must be a name'],
    [{ ...valid, inboxCategory: 'exe.\u202Efdp' }, '"inboxCategory" must be a name'],
    [{ ...valid, statusLetter: 'no' }, '"statusLetter" must'],
    [{ ...valid, logo: 5 }, '"logo" must be the name of an image'],
    [{ ...valid, logoDark: 5 }, '"logoDark" must be the name of an image'],
    [{ ...valid, logo: '../logo.svg' }, 'inside the content folder'],
    [{ ...valid, logo: 'logo.gif' }, '"logo" must end in'],
    [{ ...valid, logo: 'other.png' }, 'cannot be read'],
  ])('reports the mistake in %j', (content, message) => {
    expect(() => read(content)).toThrow(message);
    expect(() => read(content)).toThrow(/^content\/site\.json: /);
  });

  test('reports mistakes in the owner’s language, without the engine’s message', () => {
    expect(() => read('{ "language": "ar", "logo": 5, }')).toThrow(
      /صيغة JSON غير صحيحة: انظر السطر 1 قرب الحرف 32\./,
    );
    expect(() => read({ ...valid, language: 'ar', heroTitle: { en: 'Welcome' } })).toThrow(/نصٌّ للغة/);
  });

  test('reads the offset of Hijri dates, by default none', () => {
    expect(read(valid).hijriOffset).toBe(0);
    expect(read({ ...valid, hijriOffset: -1 }).hijriOffset).toBe(-1);
  });

  test('accepts a byte order mark', () => {
    expect(read(`\uFEFF${JSON.stringify(valid)}`).site.address.en).toBe('text');
  });

  test('reports a missing file', () => {
    expect(() => readSiteFile(folder)).toThrow('content/site.json: the file is missing.');
  });
});
