import plugin from 'tailwindcss/plugin';
import { type Face, type Family, faces, families, nameFamily } from './faces.ts';

const toPercent = (share: number): string => `${Number((share * 100).toFixed(1))}%`;

/**
 * Returns an `@font-face` rule. Divides the overrides by the size adjustment, to which they are relative (CSS Fonts 5). All faces of
 * a family thus have the same line height, and a late font shifts nothing.
 */
function createFontFace({
  family,
  src,
  weight,
  range,
  line,
  sizeAdjust = 100,
}: Omit<Face, 'file' | 'source'> & { src: string }) {
  return {
    'font-family': `"${family}"`,
    src,
    'font-weight': weight,
    'font-display': 'swap',
    'size-adjust': `${sizeAdjust}%`,
    'ascent-override': toPercent((line.ascent * 100) / sizeAdjust),
    'descent-override': toPercent((line.descent * 100) / sizeAdjust),
    'line-gap-override': '0%',
    'unicode-range': range,
  };
}

const latin = 'U+21-9F, U+A1-24F, U+2B0-2FF, U+1E00-1EFF, U+2000-22FF';
const space = 'U+20, U+A0';

/** Values of `unicode-range` for fallback faces. A font with a much wider or narrower space needs a separate face for the space. */
const letterRanges = {
  latin: `${space}, ${latin}`,
  latinWithoutSpace: latin,
  space,
  arabic: 'U+600-6FF',
};

/**
 * A local font, resized to the width of the web font. `sizeAdjust` is the width of the catalog's texts in the web font, in percent
 * of their width in this font. `local` has full font names, and for bold fonts also the family name, for WebKitGTK.
 */
type Fallback = readonly [
  family: string,
  weight: string,
  letters: keyof typeof letterRanges,
  local: readonly string[],
  sizeAdjust: number,
];

const arial = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica'];
const arialBold = ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica Bold', 'Arial'];
const timesBold = [
  ...['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold', 'Times Bold'],
  'Times New Roman',
];
const robotoBold = ['Roboto Bold', 'Roboto'];
const dejaVuBold = ['DejaVu Sans Bold', 'DejaVu Sans'];
const dejaVuSerif = ['DejaVu Serif Bold', 'DejaVu Serif'];
// Segoe UI and Geeza Pro were not measured; they are assumed to be as wide as Noto.
const arabicSans = ['Noto Sans Arabic', 'Segoe UI', 'Geeza Pro'];
const arabicSerif = ['Noto Naskh Arabic', 'Segoe UI', 'Geeza Pro'];
const arabicNaskh = ['Noto Naskh Arabic', 'Noto Naskh Arabic Regular', 'Noto Naskh Arabic UI'];

/**
 * Fallbacks in order of preference: computers and Apple's phones, Android, plain Linux. Widths are measured in Chromium. Both
 * scripts of a family need the same weights, because Chromium searches only faces with the same descriptors.
 */
const fallbacks: Record<Family, readonly Fallback[]> = {
  'Readex Pro': [
    ['Readex Pro Fallback', '400', 'latin', arial, 107.4],
    ['Readex Pro Fallback', '400', 'arabic', arabicSans, 117.8],
    ['Readex Pro Fallback', '500', 'latin', arial, 112],
    ['Readex Pro Fallback', '500', 'arabic', arabicSans, 120.2],
    ['Readex Pro Fallback', '600 700', 'latin', arialBold, 104.1],
    ['Readex Pro Fallback', '600 700', 'arabic', arabicSans, 123.8],
    ['Readex Pro Fallback Android', '400', 'latin', ['Roboto'], 107.7],
    ['Readex Pro Fallback Android', '400', 'arabic', arabicNaskh, 131],
    ['Readex Pro Fallback Android', '500', 'latin', ['Roboto'], 112.3],
    ['Readex Pro Fallback Android', '500', 'arabic', arabicNaskh, 134.9],
    ['Readex Pro Fallback Android', '600 700', 'latin', robotoBold, 110.9],
    ['Readex Pro Fallback Android', '600 700', 'arabic', arabicNaskh, 138.7],
    ['Readex Pro Fallback DejaVu', '400', 'latin', ['DejaVu Sans'], 94.7],
    ['Readex Pro Fallback DejaVu', '400', 'arabic', ['DejaVu Sans'], 113.5],
    ['Readex Pro Fallback DejaVu', '500', 'latin', ['DejaVu Sans'], 98.6],
    ['Readex Pro Fallback DejaVu', '500', 'arabic', ['DejaVu Sans'], 115.3],
    ['Readex Pro Fallback DejaVu', '600 700', 'latin', dejaVuBold, 87.9],
    ['Readex Pro Fallback DejaVu', '600 700', 'arabic', ['DejaVu Sans'], 118.7],
  ],
  'Markazi Text': [
    ['Markazi Text Fallback', '600', 'latinWithoutSpace', timesBold, 81.5],
    ['Markazi Text Fallback', '600', 'space', timesBold, 60.9],
    ['Markazi Text Fallback', '600', 'arabic', arabicSerif, 96.9],
    ['Markazi Text Fallback Android', '600', 'latinWithoutSpace', ['Noto Serif Bold'], 67.9],
    ['Markazi Text Fallback Android', '600', 'space', ['Noto Serif Bold'], 58.2],
    ['Markazi Text Fallback Android', '600', 'arabic', arabicNaskh, 95.3],
    ['Markazi Text Fallback DejaVu', '600', 'latinWithoutSpace', dejaVuSerif, 61.7],
    ['Markazi Text Fallback DejaVu', '600', 'space', dejaVuSerif, 43.2],
    ['Markazi Text Fallback DejaVu', '600', 'arabic', ['DejaVu Sans'], 84.2],
  ],
};

/** Returns the fallback faces of a web font. */
function listFallbacks(webFont: Family) {
  return fallbacks[webFont].map(([family, weight, letters, local, sizeAdjust]) => {
    const src = local.map((name) => `local("${name}")`).join(', ');
    return { family, weight, src, range: letterRanges[letters], sizeAdjust };
  });
}

/**
 * Returns the value of `font-family` for a web font with its fallbacks.
 *
 * @param first family to use instead of the web font, with only some of its letters
 */
function buildFontFamily(webFont: Family, generic: string, first: string = webFont): string {
  const families = new Set([first, ...fallbacks[webFont].map(([family]) => family)]);
  return [...[...families].map((family) => `"${family}"`), generic].join(', ');
}

/** `@font-face` rules of all faces. Vite must not inline small files: the content security policy allows no `data:` fonts. */
export const fontFaces = [
  ...faces.map((face) =>
    createFontFace({ ...face, src: `url("../fonts/${face.file}?no-inline") format("woff2")` }),
  ),
  ...(['Readex Pro', 'Markazi Text'] as const).flatMap((web) =>
    listFallbacks(web).map((face) => createFontFace({ ...face, line: families[web].line })),
  ),
];

/** Tailwind plugin that adds the fonts to the stylesheet. */
export default plugin(({ addBase }) =>
  addBase({
    '@font-face': fontFaces,
    ':root': {
      // Names, headings and lesson titles: weight 600, both scripts.
      '--font-display': buildFontFamily('Markazi Text', 'serif'),
      // Everything else: weights 400 to 700, both scripts.
      '--font-text': buildFontFamily('Readex Pro', 'system-ui, sans-serif'),
      // The word "العربية" on English pages.
      '--font-name': buildFontFamily('Readex Pro', 'sans-serif', nameFamily),
    },
  }),
);
