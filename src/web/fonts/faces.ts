/** One file of glyphs: a script of a family. Its `unicode-range` is what the file really covers. */
export interface Face {
  family: string;
  /** Name of the committed file, and of the `unicode-range` it answers for. */
  file: string;
  source: string;
  /** CSS `font-weight`: one weight, or the range a variable file keeps. */
  weight: '500' | '600' | '400 700';
  characters: string;
  /** CSS `size-adjust`, percent: Arabic letters are drawn a little larger than Latin ones of the same size. */
  sizeAdjust?: number;
  /** OpenType features that are kept, where not all are. */
  features?: readonly string[];
}

/** Every character from the first to the last code point, both included. */
function span(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

const latin = `${span(0x20, 0x7e)}\u00a0${span(0xc0, 0xff)}Œœı’‘‚“”„«»‹›–—…·•−ʻʼ¡¿©®°£§`;
// Scholarly transliteration of Arabic (ALA-LC, DIN 31635) and the marks it may be typed with.
const transliteration = 'āēīōūĀĒĪŌŪḥṣḍṭẓḤṢḌṬẒġĠḫḪḏḎṯṮšŠžŽčČǧǦʾʿʼʻ';
const arabic = [
  span(0x0621, 0x063a), // letters
  span(0x0640, 0x0656), // tatweel, letters, tashkeel
  span(0x0660, 0x066d), // digits and number marks
  'ٰٱ، ؛ ؟ ۔'.replaceAll(' ', ''),
  'ٹپچڈڑژڤکگںھۀہۂۃیےۓ', // Farsi and Urdu
  span(0x06f0, 0x06f9), // digits of Farsi and Urdu
  '\u200c\u200d',
].join('');

/** A file of a family as Fontsource has it. */
const source = (family: string, subset: string): string =>
  `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`;

/**
 * All features of Markazi Text's Arabic but `ccmp`: that one makes of shadda and a vowel a sign which the font then puts on the
 * line, beside the letter instead of over it.
 */
export const markaziArabicFeatures = 'calt curs fina init isol kern liga locl mark medi mkmk rlig'.split(' ');

/** Draws the name of Arabic on pages in another language. */
export const nameFamily = 'Readex Pro Name';

/** The files of a family: Fontsource cuts Latin in two, so transliteration is a small one of its own, fetched for such a letter only. */
function familyFaces(
  family: string,
  weight: Face['weight'],
  ofArabic: Pick<Face, 'sizeAdjust' | 'features'>,
): Face[] {
  const name = family.toLowerCase().replace(' ', '-');
  const face = (script: string, subset: string, characters: string): Face => ({
    family,
    file: `${name}-${script}.woff2`,
    source: source(name, subset),
    weight,
    characters,
  });
  return [
    face('latin', 'latin', latin),
    face('transliteration', 'latin-ext', transliteration),
    { ...face('arabic', 'arabic', arabic), ...ofArabic },
  ];
}

/** What the site ships. */
export const faces: readonly Face[] = [
  ...familyFaces('Markazi Text', '600', { sizeAdjust: 106, features: markaziArabicFeatures }),
  ...familyFaces('Readex Pro', '400 700', { sizeAdjust: 108 }),
  // A family of its own: the English page has these letters in its language link, often no other Arabic ones, and a
  // unicode-range cannot tell.
  {
    family: nameFamily,
    file: 'readex-pro-name.woff2',
    source: source('readex-pro', 'arabic'),
    weight: '500',
    characters: 'العربية',
    sizeAdjust: 108,
  },
];
