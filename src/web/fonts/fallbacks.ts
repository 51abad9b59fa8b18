/** A font of the visitor's own machine, resized to the place the web font will take. */
export interface Fallback {
  /** The fallback family: one face for each kind of letter; a font the machine lacks leaves its letters to the next family. */
  family: string;
  /** The web font it stands in for. */
  for: string;
  /** Full names for `local()`; all of one list share their advance widths. */
  local: readonly string[];
  /** All faces of a family have the same weights: Chromium looks for a letter only in faces of one descriptor. */
  weight: string;
  letters: Letters;
  /** Percent: width in the web font (with its own `size-adjust`) over the width in this font. */
  sizeAdjust: number;
}

/**
 * Letters that are resized alike. A font's small letters, capitals and spaces are not wide in the same proportion:
 * one size for all would break lines elsewhere than the web font does.
 */
export type Letters = keyof typeof letterRanges;

export const letterRanges = {
  small: 'U+30-39, U+61-7A, U+DF-24F, U+2B0-2FF, U+1E00-1EFF',
  capital: 'U+21-2F, U+3A-60, U+7B-9F, U+A1-DE, U+2000-22FF',
  space: 'U+20, U+A0',
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
  latin: readonly string[];
  small: number;
  capital: number;
  space: number;
  arabic: readonly [local: readonly string[], sizeAdjust: number];
  dejaVu: number;
}

function fallbacksOf(web: string, measured: readonly Measured[]): Fallback[] {
  return measured.flatMap(({ weight, latin, small, capital, space, arabic, dejaVu: dejaVuSize }) => {
    const common = { family: `${web} Fallback`, for: web, weight };
    return [
      { ...common, letters: 'small', local: latin, sizeAdjust: small },
      { ...common, letters: 'capital', local: latin, sizeAdjust: capital },
      { ...common, letters: 'space', local: latin, sizeAdjust: space },
      { ...common, letters: 'arabic', local: arabic[0], sizeAdjust: arabic[1] },
      {
        ...common,
        family: `${web} Fallback DejaVu`,
        letters: 'arabic',
        local: dejaVu,
        sizeAdjust: dejaVuSize,
      },
    ];
  });
}

/** Measured in Chromium, by the width of the site's words set in each pair of fonts, weight by weight. */
export const fallbacks: readonly Fallback[] = [
  ...fallbacksOf('Readex Pro', [
    {
      weight: '400',
      latin: arial,
      small: 108.3,
      capital: 100.5,
      space: 100.8,
      arabic: [arabicSans, 117.8],
      dejaVu: 114.3,
    },
    {
      weight: '500',
      latin: arial,
      small: 111,
      capital: 101.8,
      space: 105.5,
      arabic: [arabicSans, 120.2],
      dejaVu: 113.4,
    },
    {
      weight: '600 700',
      latin: arialBold,
      small: 104,
      capital: 101.6,
      space: 110.1,
      arabic: [arabicSans, 123.8],
      dejaVu: 118.2,
    },
  ]),
  ...fallbacksOf('Markazi Text', [
    {
      weight: '600',
      latin: timesBold,
      small: 82.1,
      capital: 71,
      space: 60.9,
      arabic: [arabicNaskh, 96.9],
      dejaVu: 84.2,
    },
  ]),
];
