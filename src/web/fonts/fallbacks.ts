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
  script: 'latin' | 'arabic';
  /** Percent: width of the catalogue's texts in the web font (with its own `size-adjust`) over their width in this font. */
  sizeAdjust: number;
}

const arial = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica', 'Helvetica Neue', 'Roboto', 'Segoe UI'];
const arialBold = ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica Bold', 'Roboto Bold'];
const timesBold = ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold', 'Times Bold'];
// Segoe UI and Geeza Pro were not at hand to be measured: they are taken to be as wide as Noto.
const arabicSans = ['Noto Sans Arabic', 'Segoe UI', 'Geeza Pro'];
const arabicNaskh = ['Noto Naskh Arabic', 'Segoe UI', 'Geeza Pro'];
const dejaVu = ['DejaVu Sans'];

interface Measured {
  weight: string;
  latin: readonly [local: readonly string[], sizeAdjust: number];
  arabic: readonly [local: readonly string[], sizeAdjust: number];
  dejaVu: number;
}

function fallbacksOf(family: string, measured: readonly Measured[]): Fallback[] {
  return measured.flatMap(({ weight, latin, arabic, dejaVu: sizeAdjust }) => [
    {
      family: `${family} Fallback`,
      for: family,
      weight,
      script: 'latin' as const,
      local: latin[0],
      sizeAdjust: latin[1],
    },
    {
      family: `${family} Fallback`,
      for: family,
      weight,
      script: 'arabic' as const,
      local: arabic[0],
      sizeAdjust: arabic[1],
    },
    {
      family: `${family} Fallback DejaVu`,
      for: family,
      weight,
      script: 'arabic' as const,
      local: dejaVu,
      sizeAdjust,
    },
  ]);
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
    { weight: '600', latin: [timesBold, 78.5], arabic: [arabicNaskh, 96.9], dejaVu: 83.9 },
  ]),
];
