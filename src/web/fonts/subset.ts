// Creates the font files of this folder. Run it by hand after a change: `node src/web/fonts/subset.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { faces, listCharacters, readingFace } from './faces.ts';

for (const { file, source, weight, range, features } of [...faces, readingFace]) {
  const originalFont = await readFile(fileURLToPath(import.meta.resolve(source)));
  const [min = 400, max = min] = weight.split(' ').map(Number);
  const subset = await subsetFont(originalFont, listCharacters(range), {
    targetFormat: 'woff2',
    ...(source.includes('-wght-') && { variationAxes: { wght: min === max ? min : { min, max } } }),
    ...(features && { keepFeatures: features }),
  });
  await writeFile(new URL(file, import.meta.url), subset);
}
