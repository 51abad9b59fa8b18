// Makes the font files of this folder, as Pango reads them. Run by hand after a change: `node src/site/pictures/fonts/convert.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { markaziArabicFeatures } from '#web/fonts/faces.ts';

const weights = { 'markazi-text': 600, 'readex-pro': 400 };

for (const [family, wght] of Object.entries(weights))
  for (const letters of ['latin', 'latin-ext', 'arabic']) {
    const shipped = `@fontsource-variable/${family}/files/${family}-${letters}-wght-normal.woff2`;
    const name = `${family}-${letters}`;
    const converted = await subsetFont(await readFile(fileURLToPath(import.meta.resolve(shipped))), null, {
      targetFormat: 'sfnt',
      variationAxes: { wght },
      keepAllGlyphs: true,
      ...(name === 'markazi-text-arabic' && { keepFeatures: markaziArabicFeatures }),
    });
    await writeFile(new URL(`${name}.ttf`, import.meta.url), converted);
  }
