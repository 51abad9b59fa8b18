import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** Later faces win where ranges overlap, so Arabic comes last: a joiner must stay in the font of the letters it joins. */
const scripts = [
  { name: 'latin', range: 'U+0000-05FF,U+2000-206F,U+2190-22FF' },
  { name: 'arabic', range: 'U+0600-06FF,U+200C-200E,U+FB50-FDFF,U+FE70-FEFC' },
];
const faces = [
  { family: 'Markazi Text', slug: 'markazi-text', weight: 600 },
  { family: 'Readex Pro', slug: 'readex-pro', weight: 380 },
  { family: 'Readex Pro', slug: 'readex-pro', weight: 600 },
];

/**
 * The site's type pair as `@font-face` rules with the bytes inside. Each face is pinned to one weight: Chromium prints
 * a variable font as outlines (Type 3), a static one as a real embedded font.
 */
export async function fontFaces(): Promise<string> {
  const rules = scripts.flatMap((script) =>
    faces.map(async ({ family, slug, weight }) => {
      const file = `@fontsource-variable/${slug}/files/${slug}-${script.name}-wght-normal.woff2`;
      const variable = await readFile(new URL(import.meta.resolve(file)));
      const pinned = await subsetFont(variable, null, {
        keepAllGlyphs: true,
        targetFormat: 'woff2',
        variationAxes: { wght: weight },
      });
      const css = weight === 380 ? 400 : weight;
      const source = `url(data:font/woff2;base64,${pinned.toString('base64')})`;
      return `@font-face{font-family:"${family}";font-weight:${css};src:${source};unicode-range:${script.range}}`;
    }),
  );
  return (await Promise.all(rules)).join('\n');
}
