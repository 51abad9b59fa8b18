/** A font of the visitor's own machine, resized to the place the web font will take. */
export interface Fallback {
  /** The fallback family: one face a script; a font the machine lacks leaves its letters to the next family. */
  family: string;
  /** The web font it stands in for. */
  for: string;
  /** Full names for `local()`; all of one list share their advance widths. */
  local: readonly string[];
  /** The same for every face of a family: Chromium looks for a letter only in faces of one weight descriptor. */
  weight: string;
  script: 'latin' | 'arabic';
  /** Percent: width of the catalogue's texts in the web font (with its own `size-adjust`) over their width in this font. */
  sizeAdjust: number;
}

const arial = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica', 'Helvetica Neue', 'Roboto', 'Segoe UI'];
const timesBold = ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold', 'Times Bold'];
// Segoe UI and Geeza Pro were not at hand to be measured: they are taken to be as wide as Noto.
const arabicSans = ['Noto Sans Arabic', 'Segoe UI', 'Geeza Pro'];
const arabicNaskh = ['Noto Naskh Arabic', 'Segoe UI', 'Geeza Pro'];
const dejaVu = ['DejaVu Sans'];

/** Measured in Chromium, by the width of every word of the catalogues set in each pair of fonts. */
export const fallbacks: readonly Fallback[] = [
  {
    family: 'Readex Pro Fallback',
    for: 'Readex Pro',
    local: arial,
    weight: '400 700',
    script: 'latin',
    sizeAdjust: 108,
  },
  {
    family: 'Readex Pro Fallback',
    for: 'Readex Pro',
    local: arabicSans,
    weight: '400 700',
    script: 'arabic',
    sizeAdjust: 119.1,
  },
  {
    family: 'Readex Pro Fallback DejaVu',
    for: 'Readex Pro',
    local: dejaVu,
    weight: '400 700',
    script: 'arabic',
    sizeAdjust: 115.1,
  },
  {
    family: 'Markazi Text Fallback',
    for: 'Markazi Text',
    local: timesBold,
    weight: '600',
    script: 'latin',
    sizeAdjust: 78.3,
  },
  {
    family: 'Markazi Text Fallback',
    for: 'Markazi Text',
    local: arabicNaskh,
    weight: '600',
    script: 'arabic',
    sizeAdjust: 96.6,
  },
  {
    family: 'Markazi Text Fallback DejaVu',
    for: 'Markazi Text',
    local: dejaVu,
    weight: '600',
    script: 'arabic',
    sizeAdjust: 86.1,
  },
];
