/** A font of the visitor's own machine, resized to the place the web font will take. */
export interface Fallback {
  /** The fallback family: one face a script; a font the machine lacks leaves its letters to the next family. */
  family: string;
  /** The web font it stands in for. */
  for: string;
  /** Full names for `local()`; all of one list share their advance widths. */
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

const arial = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica', 'Helvetica Neue', 'Roboto', 'Segoe UI'];
const arialBold = ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica Bold', 'Roboto Bold'];
const timesBold = ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold', 'Times Bold'];
// Segoe UI and Geeza Pro were not at hand to be measured: they are taken to be as wide as Noto.
const arabicSans = ['Noto Sans Arabic', 'Segoe UI', 'Geeza Pro'];
const arabicNaskh = ['Noto Naskh Arabic', 'Segoe UI', 'Geeza Pro'];
const dejaVu = ['DejaVu Sans'];

interface Measured {
  weight: string;
  /** `space`: for a web font whose spaces are much narrower than its letters would let expect. */
  latin: readonly [local: readonly string[], sizeAdjust: number, space?: number];
  arabic: readonly [local: readonly string[], sizeAdjust: number];
  dejaVu: number;
}

function fallbacksOf(web: string, measured: readonly Measured[]): Fallback[] {
  return measured.flatMap(
    ({ weight, latin: [local, sizeAdjust, spaceAdjust], arabic, dejaVu: dejaVuAdjust }) => {
      const common = { family: `${web} Fallback`, for: web, weight };
      const letters: Fallback[] =
        spaceAdjust === undefined
          ? [{ ...common, letters: 'latin', local, sizeAdjust }]
          : [
              { ...common, letters: 'latinWithoutSpace', local, sizeAdjust },
              { ...common, letters: 'space', local, sizeAdjust: spaceAdjust },
            ];
      return [
        ...letters,
        { ...common, letters: 'arabic', local: arabic[0], sizeAdjust: arabic[1] },
        {
          ...common,
          family: `${web} Fallback DejaVu`,
          letters: 'arabic',
          local: dejaVu,
          sizeAdjust: dejaVuAdjust,
        },
      ];
    },
  );
}

/**
 * Measured in Chromium, by the width of the site's texts set in each pair of fonts, weight by weight; then moved by
 * a percent or two where the first view wrapped differently at the common widths.
 */
export const fallbacks: readonly Fallback[] = [
  ...fallbacksOf('Readex Pro', [
    { weight: '400', latin: [arial, 107.4], arabic: [arabicSans, 117.8], dejaVu: 113.5 },
    { weight: '500', latin: [arial, 112], arabic: [arabicSans, 120.2], dejaVu: 115.3 },
    { weight: '600 700', latin: [arialBold, 104.1], arabic: [arabicSans, 123.8], dejaVu: 118.7 },
  ]),
  ...fallbacksOf('Markazi Text', [
    { weight: '600', latin: [timesBold, 81.5, 60.9], arabic: [arabicNaskh, 96.9], dejaVu: 84.2 },
  ]),
];
