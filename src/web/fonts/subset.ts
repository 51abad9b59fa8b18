// Makes the font files and fonts.css of this folder. Run by hand after a change: `node src/web/fonts/subset.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { type Face, faces, nameFamily } from './faces.ts';
import { fallbacks, familyWithFallbacks, letterRanges } from './fallbacks.ts';
import { fontFace, type LineMetrics, unicodeRange } from './font-face.ts';
import { readSfnt } from './sfnt.ts';

const lines = new Map<string, LineMetrics>();

async function webFace(face: Face): Promise<string> {
  const shipped = await readFile(fileURLToPath(import.meta.resolve(face.source)));
  const [min = 400, max = min] = face.weight.split(' ').map(Number);
  const variationAxes = { wght: min === max ? min : { min, max } };
  const subset = (targetFormat: 'woff2' | 'sfnt') =>
    subsetFont(shipped, face.characters, {
      targetFormat,
      variationAxes,
      ...(face.features && { keepFeatures: face.features }),
    });
  await writeFile(new URL(face.file, import.meta.url), await subset('woff2'));
  const { characters, ascent, descent } = readSfnt(await subset('sfnt'));
  lines.set(face.family, { ascent, descent });
  return fontFace({
    family: face.family,
    // The site's content security policy has no data: fonts, so that Vite must not inline the small files.
    src: `url("./${face.file}?no-inline") format("woff2")`,
    weight: face.weight,
    unicodeRange: unicodeRange(characters),
    sizeAdjust: face.sizeAdjust ?? 100,
    line: { ascent, descent },
  });
}

const rules: string[] = [];
for (const face of faces) rules.push(await webFace(face));
for (const fallback of fallbacks) {
  const line = lines.get(fallback.for);
  if (!line) throw new Error(`No face of "${fallback.for}" was made.`);
  rules.push(
    fontFace({
      family: fallback.family,
      src: fallback.local.map((name) => `local("${name}")`).join(', '),
      weight: fallback.weight,
      unicodeRange: letterRanges[fallback.letters],
      sizeAdjust: fallback.sizeAdjust,
      line,
    }),
  );
}

await writeFile(
  new URL('fonts.css', import.meta.url),
  `/* Made by subset.ts: do not edit by hand. */

:root {
  /* Names, headings and lesson titles: weight 600, both scripts. */
  --font-display: ${familyWithFallbacks('Markazi Text', 'serif')};
  /* Everything else: weights 400 to 700, both scripts. */
  --font-text: ${familyWithFallbacks('Readex Pro', 'system-ui, sans-serif')};
  /* The name of Arabic on pages in another language. */
  --font-name: ${familyWithFallbacks('Readex Pro', 'sans-serif', nameFamily)};
}

${rules.join('\n')}`,
);
