import { fold, toLatinDigits } from '../fold.ts';
import type { FoundVerses, PageTerm } from '../page-query.ts';
import {
  findFirstSame,
  hashesOf,
  quotedVerses,
  suraNames,
  type Verse,
  versesContaining,
  verseTerm,
} from './quoted-verses.ts';
import { verseWords } from './verse-words.ts';

/** Maximum number of verses for a search, such as the range 2:1-5; the others are left out. */
const MAX_VERSES = 6;
/** Minimum share of Arabic words in a search that quotes verses. */
const MIN_ARABIC_SHARE = 0.8;

/** Verses with common names. */
const namedVerses: readonly (readonly [verse: string, ...names: string[]])[] = [
  ['2:255', 'آية الكرسي', 'ayat al-kursi', 'ayatul kursi', 'throne verse'],
  ['2:177', 'آية البر', 'ayat al-birr'],
  ['2:183', 'آية الصيام', 'ayat as-siyam'],
  ['2:282', 'آية الدين', 'آية المداينة', 'ayat ad-dayn', 'verse of debt'],
  ['3:61', 'آية المباهلة', 'ayat al-mubahala'],
  ['5:6', 'آية الوضوء', 'ayat al-wudu'],
  ['9:60', 'آية الزكاة', 'آية الصدقات'],
  ['17:111', 'آية العز'],
  ['24:35', 'آية النور', 'ayat an-nur', 'light verse'],
  ['33:56', 'آية الصلاة على النبي'],
  ['33:59', 'آية الحجاب', 'ayat al-hijab'],
  ['42:11', 'آية التنزيه'],
  ['49:13', 'آية التعارف'],
];

/** Normalizes a name as people write it: without spaces, article, double letters, vowel length and final h. */
function nameKey(name: string): string {
  return fold(name)
    .split(/[ -]/)
    .map((word) =>
      /^[a-z]/.test(word)
        ? word
            .replace(/^(?:al|an|as|ash|at|ad|ar|az|adh|ath|ul)$/, '')
            .replace(/ul$/, '')
            .replace(/ee|ii/g, 'i')
            .replace(/oo|uu|ou/g, 'u')
            .replace(/(.)\1/g, '$1')
            .replace(/h$/, '')
        : word.replace(/^ال(?=...)/, '').replace(/ه$/, 'ت'),
    )
    .join('');
}

const parseVerse = (name: string): Verse => {
  const [sura = 0, verse = 0] = name.split(':').map(Number);
  return { sura, verse };
};
const verseByName = new Map(
  namedVerses.flatMap(([verse, ...names]) => names.map((name) => [nameKey(name), verse])),
);

let suraByName: Map<string, number> | undefined;
function findSura(name: string): number | undefined {
  suraByName ??= new Map(
    Array.from({ length: 114 }, (_, at) => at + 1).flatMap((sura) =>
      suraNames(sura).map((suraName) => [nameKey(suraName), sura] as const),
    ),
  );
  return suraByName.get(nameKey(name.replace(/^(?:سورة|s(?:u|oo|ou)r[ae](?:h|t)?)\s+/i, '')));
}

const numberPattern = /^[([]?\s*(\d{1,3})\s*[:/]\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\s*[)\]]?$/;
const suraPattern =
  /^[([]?\s*(\D{2,40}?)\s*[:،,]?\s*(?:الآية|آية|ayah?|verse|v\.)?\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\s*[)\]]?$/i;

/**
 * Finds up to six verses by number (2:255), sura and number (البقرة ٢٥٥), name (آية الكرسي), or at least three of their words. `unknown` is
 * a number that no verse has. Undefined for other searches.
 */
export function findVerses(search: string): FoundVerses | undefined {
  const text = toLatinDigits(search.trim());
  const verses = verseByName.get(nameKey(text));
  if (verses !== undefined) return toTerms([parseVerse(verses)]);
  const [, number, first, last = first] = numberPattern.exec(text) ?? [];
  if (number !== undefined) return toRange(Number(number), Number(first), Number(last));
  const [, name = '', from, to = from] = suraPattern.exec(text) ?? [];
  const sura = from === undefined ? undefined : findSura(name);
  if (sura !== undefined) return toRange(sura, Number(from), Number(to));
  const words = verseWords(text).length;
  const isMostlyArabic = words >= text.split(/\s+/).length * MIN_ARABIC_SHARE;
  const quotations = words < 3 || !isMostlyArabic ? [] : quotedVerses(text);
  if (quotations.length === 0) return undefined;
  // A quotation from one verse may also occur in others, which are searched too.
  const containingVerses = quotations.length === 1 ? versesContaining(text).slice(0, MAX_VERSES) : [];
  if (containingVerses.length > 1) {
    const [first] = toTerms(containingVerses.slice(0, 1)).terms ?? [];
    return (
      first && { terms: [{ ...first, values: containingVerses.map((verse) => ` ${verseTerm(verse)} `) }] }
    );
  }
  return toTerms(quotations.slice(0, MAX_VERSES));
}

function toRange(sura: number, first: number, last: number): FoundVerses {
  const length = Math.min(Math.max(1, last - first + 1), MAX_VERSES);
  const verses = Array.from({ length }, (_, at) => ({ sura, verse: first + at }));
  const missing = verses.find((verse) => hashesOf(verse) === undefined);
  return missing ? { unknown: `${missing.sura}:${missing.verse}` } : toTerms(verses);
}

function toTerms(verses: readonly Verse[]): FoundVerses {
  return {
    terms: verses.map(
      (verse): PageTerm => ({
        words: [`${verse.sura}:${verse.verse}`],
        values: [` ${verseTerm(findFirstSame(verse))} `],
        verse: hashesOf(verse) ?? [],
      }),
    ),
  };
}
