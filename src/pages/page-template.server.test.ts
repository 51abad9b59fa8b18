import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPageTemplates } from './page-template.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-template-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, 'index.html'),
  `<html lang="en" dir="ltr"><head><script>first()</script><!--head--><script type="module" src="/x.js"></script><link rel="stylesheet" crossorigin href="/style.css">
<noscript><style>b{}</style></noscript></head><body><div id="root"><!--app--></div>
<script>
      // For who reads the source.
      second('https://example.org'); // and this
    </script><script type="application/json" id="state">"state"</script></body></html>`,
);
const fonts =
  'a{src:url(/assets/text-latin-1a.woff2);font-display:swap}b{src:url("/assets/markazi-text-arabic-2b.woff2")}\n';
writeFileSync(join(folder, 'style.css'), fonts);
writeFileSync(join(folder, 'lesson.css'), `${fonts}c{color:red}`);
mkdirSync(join(folder, '.vite'));
writeFileSync(
  join(folder, '.vite/manifest.json'),
  JSON.stringify({
    'index.html': { file: 'x.js', css: ['style.css'] },
    'src/pages/lesson/client.ts': { file: 'lesson.js', css: ['lesson.css'] },
  }),
);
const { site: template, lesson } = readPageTemplates(folder);
const page = (parts: Partial<Parameters<typeof template.fill>[0]> = {}) =>
  template.fill({ language: 'en', app: '', print: '', head: '', state: {}, ...parts });
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the page template', () => {
  test('carries its stylesheet inside', () => {
    expect(page()).toContain('<style>a{src:');
    expect(page()).not.toContain('rel="stylesheet"');
  });

  test('leaves out what is written for who reads the source', () => {
    expect(page()).not.toContain('For who reads');
    expect(page()).toContain("\nsecond('https://example.org'); // and this\n</script>");
  });

  test('asks for its script itself, last', () => {
    expect(page()).not.toContain('<script type="module"');
    expect(page()).toMatch(/<script>[^<]*\.src="\/x\.js";[^<]*<\/script><\/body>/);
    expect(page().match(/x\.js/g)).toHaveLength(1);
  });

  test('knows the hash of each inline script and style, and of nothing else', () => {
    expect(template.scriptHashes).toEqual([
      sha('first()'),
      sha("\nsecond('https://example.org'); // and this\n"),
      sha(/<script>([^<]*)<\/script><\/body>/.exec(page())?.[1] ?? ''),
    ]);
    expect(template.styleHashes).toHaveLength(2);
    expect(template.styleHashes).toContain(sha('b{}'));
  });

  test('names language and direction, and preloads the fonts of that language', () => {
    expect(page()).toContain('<html lang="en" dir="ltr">');
    expect(page()).toContain('text-latin-1a.woff2" as="font"');
    const arabic = page({ language: 'ar' });
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('text-arabic-2b.woff2" as="font"');
    expect(arabic).not.toContain('text-latin-1a.woff2" as="font"');
  });

  test('of a lesson keeps the letters that were painted first, and asks early for those that its top needs', () => {
    const of = (language: 'en' | 'ar', title: string) =>
      lesson.fill({ language, app: `<h1>${title}</h1><p>فقه</p>`, print: '', head: '' });
    const latin = 'text-latin-1a.woff2" as="font" type="font/woff2" crossorigin';
    const arabic = 'text-arabic-2b.woff2" as="font" type="font/woff2" crossorigin';
    expect(page()).toContain('font-display:swap');
    expect(of('en', 'Fiqh')).toContain('font-display:optional');
    expect(of('en', 'Fiqh')).not.toContain(arabic);
    expect(of('en', '<bdi>فقه</bdi>')).toContain(`${arabic} fetchpriority="low">`);
    expect(of('ar', 'Fiqh')).toContain(`${latin} fetchpriority="low">`);
    expect(of('ar', 'Fiqh')).toContain(`${arabic}>`);
  });

  test('of a lesson has its own script and styles besides, and no state', () => {
    const html = lesson.fill({ language: 'en', app: '', print: '', head: '' });
    expect(html).toMatch(/<script>[^<]*\.src="\/lesson\.js";[^<]*<\/script><\/body>/);
    expect(html).toContain('c{color:red}</style>');
    expect(html).not.toMatch(/x\.js|id="state"|"state"/);
    expect(page()).not.toContain('c{color:red}');
  });

  test('keeps a state from ending its element, whatever the rows say', () => {
    const hostile = '</script><img src=x onerror=alert(1)>\u2028$& <!--app-->';
    const html = page({ state: { name: hostile }, app: '$& $1' });
    const [, json = ''] = /id="state">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({ name: hostile });
    expect(json).not.toMatch(/[<\u2028]/);
    expect(html).toContain('<div id="root">$& $1</div>');
  });
});
