import type { Family } from './faces.ts';

/** A font of the visitor's own machine, resized to the place the web font will take. */
export interface Fallback {
  /** The fallback family: one face a script; a font the machine lacks leaves its letters to the next family. */
  family: string;
  /** The web font it stands in for. */
  for: Family;
  /** Full names for `local()`, whose advance widths are the same; of bold fonts the family's name last, all that WebKitGTK knows. */
  local: readonly string[];
  /** Both scripts of a family have the same weights: Chromium looks for a letter only in faces of one descriptor. */
  weight: string;
  letters: keyof typeof letterRanges;
  /** Percent: width of the catalogue's texts in the web font (with its own `size-adjust`) over their width in this font. */
  sizeAdjust: number;
}

const latin = 'U+21-9F, U+A1-24F, U+2B0-2FF, U+1E00-1EFF, U+2000-22FF';
const space = 'U+20, U+A0';

/** The letters of a face, as its `unicode-range`. */
export const letterRanges = {
  latin: `${space}, ${latin}`,
  latinWithoutSpace: latin,
  space,
  arabic: 'U+600-6FF',
};

const arial = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica'];
const arialBold = ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica Bold', 'Arial'];
const timesBold = [
  ...['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold', 'Times Bold'],
  'Times New Roman',
];
// Segoe UI and Geeza Pro were not at hand to be measured: they are taken to be as wide as Noto.
const arabicSans = ['Noto Sans Arabic', 'Segoe UI', 'Geeza Pro'];
const arabicNaskh = ['Noto Naskh Arabic', 'Noto Naskh Arabic Regular', 'Noto Naskh Arabic UI'];

/** One face of one script: the fonts it is drawn with, its `sizeAdjust`, and that of its spaces where they differ much. */
type Measured = readonly [local: readonly string[], sizeAdjust: number, spaceAdjust?: number];

interface MeasuredWeight {
  weight: string;
  latin: Measured;
  arabic: Measured;
}

function fallbackFamily(family: string, web: Family, measured: readonly MeasuredWeight[]): Fallback[] {
  return measured.flatMap(({ weight, latin: [local, sizeAdjust, spaceAdjust], arabic }) => {
    const common = { family, for: web, weight };
    const letters: Fallback[] =
      spaceAdjust === undefined
        ? [{ ...common, letters: 'latin', local, sizeAdjust }]
        : [
            { ...common, letters: 'latinWithoutSpace', local, sizeAdjust },
            { ...common, letters: 'space', local, sizeAdjust: spaceAdjust },
          ];
    return [...letters, { ...common, letters: 'arabic', local: arabic[0], sizeAdjust: arabic[1] }];
  });
}

/**
 * In the order they are tried: what computers and Apple's phones have, then Android, then a bare Linux. Measured in
 * Chromium, by the width of the site's texts set in each pair of fonts, weight by weight; then moved by a percent or two
 * where the first view wrapped differently at the common widths.
 */
export const fallbacks: readonly Fallback[] = [
  ...fallbackFamily('Readex Pro Fallback', 'Readex Pro', [
    { weight: '400', latin: [arial, 107.4], arabic: [arabicSans, 117.8] },
    { weight: '500', latin: [arial, 112], arabic: [arabicSans, 120.2] },
    { weight: '600 700', latin: [arialBold, 104.1], arabic: [arabicSans, 123.8] },
  ]),
  ...fallbackFamily('Readex Pro Fallback Android', 'Readex Pro', [
    { weight: '400', latin: [['Roboto'], 107.7], arabic: [arabicNaskh, 131] },
    { weight: '500', latin: [['Roboto'], 112.3], arabic: [arabicNaskh, 134.9] },
    { weight: '600 700', latin: [['Roboto Bold', 'Roboto'], 110.9], arabic: [arabicNaskh, 138.7] },
  ]),
  ...fallbackFamily('Readex Pro Fallback DejaVu', 'Readex Pro', [
    { weight: '400', latin: [['DejaVu Sans'], 94.7], arabic: [['DejaVu Sans'], 113.5] },
    { weight: '500', latin: [['DejaVu Sans'], 98.6], arabic: [['DejaVu Sans'], 115.3] },
    {
      weight: '600 700',
      latin: [['DejaVu Sans Bold', 'DejaVu Sans'], 87.9],
      arabic: [['DejaVu Sans'], 118.7],
    },
  ]),
  ...fallbackFamily('Markazi Text Fallback', 'Markazi Text', [
    {
      weight: '600',
      latin: [timesBold, 81.5, 60.9],
      arabic: [['Noto Naskh Arabic', 'Segoe UI', 'Geeza Pro'], 96.9],
    },
  ]),
  ...fallbackFamily('Markazi Text Fallback Android', 'Markazi Text', [
    { weight: '600', latin: [['Noto Serif Bold'], 67.9, 58.2], arabic: [arabicNaskh, 95.3] },
  ]),
  ...fallbackFamily('Markazi Text Fallback DejaVu', 'Markazi Text', [
    {
      weight: '600',
      latin: [['DejaVu Serif Bold', 'DejaVu Serif'], 61.7, 43.2],
      arabic: [['DejaVu Sans'], 84.2],
    },
  ]),
];

/**
 * The value of `font-family` that sets a text in a web font, and in its fallbacks until it is there.
 *
 * @param first a family of some letters of that font, to be used in its place
 */
export function familyWithFallbacks(web: Family, generic: string, first: string = web): string {
  const families = fallbacks.flatMap((fallback) => (fallback.for === web ? [fallback.family] : []));
  const quoted = [...new Set([first, ...families])].map((family) => `"${family}"`);
  return [...quoted, generic].join(', ');
}
