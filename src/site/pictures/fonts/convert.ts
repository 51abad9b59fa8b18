// Creates this folder's font files in the format that Pango reads. To update them, run `node src/site/pictures/fonts/convert.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { markaziArabicFeatures } from '#web/fonts/faces.ts';

const scripts = ['latin', 'latin-ext', 'arabic'];
const readPackaged = (path: string) => readFile(fileURLToPath(import.meta.resolve(`@fontsource${path}`)));
const write = (name: string, font: Buffer) => writeFile(new URL(`${name}.ttf`, import.meta.url), font);

const weights = { 'markazi-text': 600, 'readex-pro': 400 };
for (const [family, wght] of Object.entries(weights))
  for (const script of scripts) {
    const name = `${family}-${script}`;
    const font = await readPackaged(`-variable/${family}/files/${name}-wght-normal.woff2`);
    const converted = await subsetFont(font, null, {
      targetFormat: 'sfnt',
      variationAxes: { wght },
      keepAllGlyphs: true,
      ...(name === 'markazi-text-arabic' && { keepFeatures: markaziArabicFeatures }),
    });
    await write(name, converted);
  }

for (const script of scripts) {
  const name = `noto-naskh-arabic-${script}`;
  const font = await readPackaged(`/noto-naskh-arabic/files/${name}-600-normal.woff2`);
  await write(name, await subsetFont(font, null, { targetFormat: 'sfnt', keepAllGlyphs: true }));
}
