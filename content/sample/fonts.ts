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

const bytesOf = (file: string) => readFile(new URL(import.meta.resolve(file)));
const faceRule = (family: string, weight: number, font: Buffer, range: string) =>
  `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${font.toString('base64')});unicode-range:${range}}`;

/**
 * Returns `@font-face` rules with embedded bytes: the site's two font families, and a face with all marks of the Qur'an's spelling.
 * Each face is pinned to one weight: Chromium prints a variable font as outlines (Type 3), a static one as an embedded font.
 */
export async function fontFaces(): Promise<string> {
  const rules = scripts.flatMap((script) =>
    faces.map(async ({ family, slug, weight }) => {
      const file = `@fontsource-variable/${slug}/files/${slug}-${script.name}-wght-normal.woff2`;
      const pinned = await subsetFont(await bytesOf(file), null, {
        keepAllGlyphs: true,
        targetFormat: 'woff2',
        variationAxes: { wght: weight },
      });
      return faceRule(family, weight === 380 ? 400 : weight, pinned, script.range);
    }),
  );
  const naskh = await bytesOf(
    '@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff2',
  );
  return [
    ...(await Promise.all(rules)),
    faceRule('Noto Naskh Arabic', 400, naskh, 'U+0600-06FF,U+FD3E-FD3F'),
  ].join('\n');
}
