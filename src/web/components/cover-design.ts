/** Number of cloth colors in the stylesheet, from `cloth-0`. */
const CLOTH_COUNT = 12;

/** Drawings of `drawings.svg` that represent a subject. */
export type Emblem = 'book' | 'chain' | 'minbar' | 'road' | 'moon' | 'drop' | 'leaf';

interface Subject {
  cloth: number;
  emblem?: Emblem;
  /** Letter in place of an emblem; if empty, the cover has a star. */
  letter?: string;
  words: RegExp;
}

/** Common subjects, each with an emblem or a letter, a cloth color, and a pattern for category names after `normalizeLetters`. */
const subjects: readonly Subject[] = [
  { emblem: 'book', cloth: 1, words: /\bqur|\btafs|\btajw|قران|تفسير|تجويد|مصحف/ },
  { emblem: 'chain', cloth: 2, words: /\b(a?hadith|sunan)|حديث|احاديث|سنن/ },
  { emblem: 'minbar', cloth: 5, words: /\b(sermon|khutba|friday)|خطب|منبر|جمعه/ },
  { emblem: 'road', cloth: 4, words: /\b(see?rah?|sira|prophet|hajj)|سيره|نبي/ },
  { emblem: 'moon', cloth: 7, words: /\b(ramad|fast)|رمضان|صيام|صوم/ },
  { emblem: 'drop', cloth: 0, words: /\b(fiqh|worship|prayer|wudu)|فقه|عباد|صلاه|طهار|وضو/ },
  { emblem: 'leaf', cloth: 6, words: /\b(manner|character|adab|akhlaq)|اداب|اخلاق|تزكيه|رقايق/ },
  { letter: 'ض', cloth: 10, words: /\barabic|عربي|نحو|صرف/ },
  { letter: '', cloth: 3, words: /\b(creed|aqid|aqeed|tawh|iman|faith)|عقيد|توحيد|ايمان/ },
];

/** Matches a series number of up to 3 digits after at most 3 words, such as "Lesson 7 – …", "الدرس ٣ – …" or "12. …". */
const seriesNumberPattern =
  /^(?:\p{L}[\p{L}\p{M}’'‘.-]*\s+){0,3}(\d{1,3}|[٠-٩]{1,3})(?=\s*(?:[–—:،,.)-]|$))/u;

/**
 * Returns the cover design of a category. A known subject, whose words are in the name, determines the design. For other names, a
 * hash selects the cloth (FNV-1a with a final mix).
 */
export function chooseCoverDesign(categoryName: string): Omit<Subject, 'words'> {
  const normalizedName = normalizeLetters(categoryName);
  const subject = subjects.find(({ words }) => words.test(normalizedName));
  if (subject) return subject;
  const name = categoryName.normalize('NFC');
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x9e3779b1);
  return { cloth: ((hash ^ (hash >>> 13)) >>> 0) % CLOTH_COUNT };
}

/** Removes diacritics, hamzas and tatweels; unifies letter variants and case. Simpler than `fold`, which is too large for the first load. */
function normalizeLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640ء]/gu, '')
    .replace(/[ىی]/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ٱ/g, 'ا')
    .toLowerCase();
}

/** Returns the first letter of a name in upper case, skipping the Arabic article; empty if the name has no letter. */
export function findFirstLetter(name: string): string {
  return (/\p{L}\p{M}*/u.exec(name.replace(/^\P{L}*ال(?=\p{L}{2})/u, ''))?.[0] ?? '').toUpperCase();
}

/** Returns the series number of a title, in the title's digits; undefined if the title has none. */
export function findSeriesNumber(title: string): string | undefined {
  return seriesNumberPattern.exec(title)?.[1];
}
