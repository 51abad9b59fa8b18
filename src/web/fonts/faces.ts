/** A font file with the glyphs of one script of a family. */
export interface Face {
  family: string;
  /** Name of the committed file. */
  file: string;
  /** Module path of the original font file. */
  source: string;
  /** CSS `font-weight`: one weight, or the range of a variable font. */
  weight: string;
  /** Characters in the file, as a `unicode-range`. */
  range: string;
  /** Line metrics for the `@font-face` rule, in em. */
  line: { ascent: number; descent: number };
  /** CSS `size-adjust` in percent: enlarges Arabic letters, which look smaller than Latin ones at the same size. */
  sizeAdjust?: number;
  /** OpenType features to keep; absent for all. */
  features?: readonly string[];
}

const latin =
  'U+20-7E, U+A0-A1, U+A3, U+A7, U+A9, U+AB, U+AE, U+B0, U+B7, U+BB, U+BF-FF, U+131, U+152-153, U+2BB-2BC, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+2039-203A, U+2212';
/** Letters of the scholarly transliteration of Arabic (ALA-LC, DIN 31635), and their combining marks. */
const transliteration =
  'U+100-101, U+10C-10D, U+112-113, U+120-121, U+12A-12B, U+14C-14D, U+160-161, U+16A-16B, U+17D-17E, U+1E6-1E7, U+2BC, U+2BE-2BF, U+1E0C-1E0F, U+1E24-1E25, U+1E2A-1E2B, U+1E62-1E63, U+1E6C-1E6F, U+1E92-1E93';
/** Returns the characters of a `unicode-range`. */
export function listCharacters(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .split(/U\+|-/)
        .slice(1)
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Returns the module path of a font file in Fontsource. */
const toModulePath = (family: string, subset: string): string =>
  `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`;

/**
 * Features of Markazi Text's Arabic, without `ccmp`, which joins a shadda and a vowel into one glyph. The font places that glyph
 * next to the letter instead of above it.
 */
export const markaziArabicFeatures = 'calt curs fina init isol kern liga locl mark medi mkmk rlig'.split(' ');

/** Font family for the word "العربية" on English pages. */
export const nameFamily = 'Readex Pro Name';

/** Line metrics of the families, and the ranges of their Arabic letters (Markazi Text also covers Farsi and Urdu). */
export const families = {
  'Markazi Text': {
    line: { ascent: 859 / 1024, descent: 370 / 1024 },
    arabic:
      'U+60C, U+61B, U+61F, U+621-63A, U+640-656, U+660-669, U+66B-66D, U+670-671, U+679, U+67E, U+686, U+688, U+691, U+698, U+6A4, U+6A9, U+6AF, U+6BA, U+6BE, U+6C1-6C3, U+6CC, U+6D2-6D4, U+6F0-6F9',
  },
  'Readex Pro': {
    line: { ascent: 1, descent: 0.25 },
    arabic: 'U+60C, U+61B, U+61F, U+621-63A, U+640-656, U+660-66D, U+670-671, U+6A4, U+6BA',
  },
};

export type Family = keyof typeof families;

/** Lists the files of a family. The letters of the transliteration are in a small file, which few pages need. */
function listFamilyFaces(
  family: Family,
  weight: string,
  arabicOptions: Pick<Face, 'sizeAdjust' | 'features'>,
) {
  const name = family.toLowerCase().replace(' ', '-');
  const { line, arabic } = families[family];
  const createFace = (script: string, subset: string, range: string): Face => ({
    family,
    file: `${name}-${script}.woff2`,
    source: toModulePath(name, subset),
    weight,
    range,
    line,
  });
  return [
    createFace('latin', 'latin', latin),
    createFace('transliteration', 'latin-ext', transliteration),
    { ...createFace('arabic', 'arabic', arabic), ...arabicOptions },
  ];
}

/** The fonts that every page declares. Lesson texts also use `readingFace`. */
export const faces: readonly Face[] = [
  ...listFamilyFaces('Markazi Text', '600', { sizeAdjust: 106, features: markaziArabicFeatures }),
  ...listFamilyFaces('Readex Pro', '400 700', { sizeAdjust: 108 }),
  // A separate family, because English pages often have Arabic letters only in the language link, and a
  // unicode-range cannot single out that link.
  {
    family: nameFamily,
    file: 'readex-pro-name.woff2',
    source: toModulePath('readex-pro', 'arabic'),
    weight: '500',
    range: 'U+627-629, U+631, U+639, U+644, U+64A',
    line: families['Readex Pro'].line,
    sizeAdjust: 108,
  },
];

/** The Arabic font of lesson texts and quotations, with the vowels and marks of the Qur'an. Its `@font-face` rule is in `reading.css`. */
export const readingFace: Pick<Face, 'file' | 'source' | 'weight' | 'range' | 'features'> = {
  file: 'naskh-text.woff2',
  source: '@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff2',
  weight: '400',
  range:
    'U+20, U+28-29, U+2E, U+3A, U+5B, U+5D, U+AB, U+BB, U+60C, U+61B, U+61F, U+621-6FF, U+FD3E-FD3F, U+FDF2, U+FDFA-FDFB',
};
