import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSharedFolder } from '../../tests/support/temporary-folder.ts';
import { type DocumentProps, renderDocument } from './document.server.tsx';
import { hashInlineParts, readDocumentAssets } from './document-assets.server.ts';

const folder = createSharedFolder();

const fonts =
  'a{src:url(/assets/text-latin-1a.woff2);font-display:swap}b{src:url("/assets/markazi-text-arabic-2b.woff2")}\n';
writeFileSync(join(folder, 'style.css'), fonts);
writeFileSync(
  join(folder, 'lesson.css'),
  `${fonts}n{font-family:Naskh Text;src:url(/assets/naskh-text-3c.woff2);font-display:swap}c{color:red}`,
);
mkdirSync(join(folder, '.vite'));
writeFileSync(
  join(folder, '.vite/manifest.json'),
  JSON.stringify({
    'src/pages/client.tsx': { file: 'x.js', css: ['style.css'] },
    'src/pages/lesson/client.ts': { file: 'lesson.js', css: ['lesson.css'] },
    'src/pages/poster/client.ts': { file: 'poster.js', css: ['style.css'] },
  }),
);
const assets = readDocumentAssets(folder);
const site = (parts: Partial<DocumentProps> = {}) =>
  renderDocument({
    kind: 'site',
    assets: assets.site,
    language: 'en',
    head: <title>t</title>,
    app: '',
    state: {},
    ...parts,
  });
const lesson = (parts: Partial<DocumentProps> = {}) =>
  site({ kind: 'lesson', assets: assets.lesson, state: undefined, ...parts });
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the document', () => {
  test.each(['site', 'lesson'] as const)(
    'has a CSP hash for each inline script and style of a %s page, and no others',
    (kind) => {
      const html = kind === 'site' ? site() : lesson();
      const hashes = (element: string) =>
        [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(([, text = '']) =>
          sha(text),
        );
      const { scriptHashes, styleHashes } = hashInlineParts(assets[kind]);
      expect(hashes('script')).toHaveLength(3);
      expect(hashes('script').sort()).toEqual([...scriptHashes].sort());
      expect(hashes('style')).toHaveLength(2);
      expect(hashes('style').sort()).toEqual([...styleHashes].sort());
    },
  );

  test('sets language and direction, and preloads the fonts of that language', () => {
    expect(site()).toContain('<html lang="en" dir="ltr">');
    expect(site()).toContain('text-latin-1a.woff2" as="font"');
    const arabic = site({ language: 'ar' });
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('text-arabic-2b.woff2" as="font"');
    expect(arabic).not.toContain('text-latin-1a.woff2" as="font"');
  });

  test('swaps only the Naskh font after the first paint of a lesson page, and preloads the fonts of its title', () => {
    const lessonTitled = (language: 'en' | 'ar', title: string) =>
      lesson({ language, app: `<h1>${title}</h1><p>فقه</p>` });
    const latin = 'text-latin-1a.woff2" as="font" type="font/woff2" crossorigin=""';
    const arabic = 'text-arabic-2b.woff2" as="font" type="font/woff2" crossorigin=""';
    expect(site()).toContain('font-display:swap');
    expect(lessonTitled('en', 'Fiqh').match(/font-display:\w+/g)).toEqual([
      'font-display:optional',
      'font-display:swap',
    ]);
    expect(lessonTitled('en', 'Fiqh')).not.toContain(arabic);
    expect(lessonTitled('en', '<bdi>فقه</bdi>')).toContain(`${arabic} fetchPriority="low"/>`);
    expect(lessonTitled('ar', 'Fiqh')).toContain(`${latin} fetchPriority="low"/>`);
    expect(lessonTitled('ar', 'Fiqh')).toContain(`${arabic}/>`);
  });

  test('preloads the Naskh font if a lesson’s text or a quotation from it has Arabic', () => {
    const lessonWithText = (text: string) =>
      lesson({ app: `<h1>Fiqh</h1><div class="lesson-text x"><p>${text}</p></div>` });
    const naskh = 'href="/assets/naskh-text-3c.woff2" as="font"';
    expect(lessonWithText('the word فقه')).toContain(naskh);
    expect(lessonWithText('the word')).not.toContain(naskh);
    const lessonWithQuote = (text: string) =>
      lesson({ app: `<h1>Fiqh</h1><blockquote>${text}</blockquote><a>العربية</a>` });
    expect(lessonWithQuote('the word فقه')).toContain(naskh);
    expect(lessonWithQuote('the word')).not.toContain(naskh);
    expect(lesson({ language: 'ar', app: '<h1>فقه</h1>' })).not.toContain(naskh);
  });

  test('has separate scripts and styles on a lesson page, and no state', () => {
    expect(lesson()).toMatch(/<script>[^<]*\.src="\/lesson\.js";[^<]*<\/script><\/body>/);
    expect(lesson()).toContain('c{color:red}</style>');
    expect(lesson()).not.toMatch(/x\.js|id="state"/);
    expect(site()).not.toContain('c{color:red}');
  });

  test('escapes the state so that no row can end its script element', () => {
    const hostileName = '</script><img src=x onerror=alert(1)>\u2028$& <!--app-->';
    const html = site({ state: { name: hostileName }, app: '$& $1' });
    const [, json = ''] = /id="state">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({ name: hostileName });
    expect(json).not.toMatch(/[<\u2028]/);
    expect(html).toContain('<div id="root">$& $1</div>');
  });
});
