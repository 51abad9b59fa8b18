import { isBackward, isSurprising } from './bigrams.ts';
import { emptySigns, type TextSigns } from './counts.ts';

/** Trust in the text of a page: in its words, in its letters only, or in neither, so that only the lesson's title is searched. */
export type PageLabel = 'words' | 'letters' | 'title';

/** Share of broken words above which a page's text is not trusted. */
const MAX_BROKEN_SHARE = 0.05;
/** Maximum unknown characters per letter; bullets may be unknown too. */
const MAX_UNKNOWN_SHARE = 0.1;
/**
 * Maximum bits per letter pair: real text is below 4 (without spaces slightly more), wrongly mapped letters are at 5 and above.
 */
export const MAX_SURPRISE = { arabic: 4.6, unspaced: 5, latin: 5, noisy: 4 };
/** Maximum noise per letter of a scan; with more, its words must cost fewer bits. */
const MAX_NOISE_SHARE = 0.2;
const MAX_LONE_SHARE = 0.15;
/** Maximum share of accented Latin letters; no language has an accent on every other one. */
const MAX_ACCENTED_SHARE = 0.6;
/** Maximum average letters per word. */
const MAX_AVERAGE_LETTERS = 9;
/** Minimum words to judge a page alone; with fewer its lesson decides. */
const MIN_WORDS = 30;

/** Whether words are so long that the spaces between them must be missing. */
export function areUnspaced(words: readonly string[]): boolean {
  return words.join('').length > MAX_AVERAGE_LETTERS * words.length;
}

/** Judges a page, or several together. */
export function labelOf(signs: TextSigns): PageLabel {
  // If most of a page was dropped, the rest is probably wrong too.
  if (signs.omitted > signs.letters) return 'title';
  const isNoisy = signs.noise > MAX_NOISE_SHARE * signs.letters;
  if (isNoisy && isSurprising(signs.latin, MAX_SURPRISE.noisy)) return 'title';
  if (signs.words === 0 || signs.broken > Math.max(1, MAX_BROKEN_SHARE * signs.words)) return 'title';
  if (signs.unknown > Math.max(5, MAX_UNKNOWN_SHARE * signs.letters)) return 'title';
  const unspaced = signs.arabicLetters > MAX_AVERAGE_LETTERS * signs.arabicWords;
  if (isSurprising(signs.arabic, unspaced ? MAX_SURPRISE.unspaced : MAX_SURPRISE.arabic)) return 'title';
  if (isSurprising(signs.latin, MAX_SURPRISE.latin)) return 'title';
  if (isBackward(signs.arabic) || isBackward(signs.latin)) return 'title';
  // Letters of another script that were read as Latin.
  if (signs.accented > Math.max(3, MAX_ACCENTED_SHARE * signs.latinLetters)) return 'title';
  const cut = signs.arabicWords >= 12 && signs.lone > MAX_LONE_SHARE * signs.arabicWords;
  return unspaced || cut || signs.misplaced ? 'letters' : 'words';
}

/** Returns the label of each page; pages with little text get the label of the lesson. */
export function pageLabels(pages: readonly TextSigns[]): PageLabel[] {
  const lesson = labelOf(pages.reduce(together, emptySigns));
  return pages.map((signs) => {
    const own = labelOf(signs);
    return signs.words >= MIN_WORDS || own === 'title' ? own : worst(own, lesson);
  });
}

function together(a: TextSigns, b: TextSigns): TextSigns {
  const sum = (key: Exclude<keyof TextSigns, 'arabic' | 'latin' | 'misplaced'>) => a[key] + b[key];
  const both = (key: 'arabic' | 'latin') => ({
    bits: a[key].bits + b[key].bits,
    backward: a[key].backward + b[key].backward,
    pairs: a[key].pairs + b[key].pairs,
  });
  return {
    words: sum('words'),
    broken: sum('broken'),
    letters: sum('letters'),
    unknown: sum('unknown'),
    lone: sum('lone'),
    arabicWords: sum('arabicWords'),
    arabicLetters: sum('arabicLetters'),
    latinLetters: sum('latinLetters'),
    accented: sum('accented'),
    omitted: sum('omitted'),
    noise: sum('noise'),
    arabic: both('arabic'),
    latin: both('latin'),
    // A fault of one page, not of the lesson.
    misplaced: false,
  };
}

function worst(a: PageLabel, b: PageLabel): PageLabel {
  const order: PageLabel[] = ['words', 'letters', 'title'];
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}
