import { isBackward, isSurprising } from './bigrams.ts';
import { emptyStatistics, type TextStatistics } from './counts.ts';

/** Trusted part of a page's text: its words, only its letters, or nothing, so that only the lesson's title is searchable. */
export type PageLabel = 'words' | 'letters' | 'title';

/** Maximum share of broken words in a trusted page. */
const MAX_BROKEN_SHARE = 0.05;
/** Maximum ratio of unknown characters, which can also be bullets, to letters. */
const MAX_UNKNOWN_SHARE = 0.1;
/**
 * Maximum bits per letter pair. Real text has less than 4 (slightly more without spaces), wrongly mapped letters have 5 or more.
 */
export const MAX_SURPRISE = { arabic: 4.6, unspaced: 5, latin: 5, noisy: 4 };
/** Maximum ratio of noise to letters in a scan; with more noise, its words must cost fewer bits. */
const MAX_NOISE_SHARE = 0.2;
/** Maximum share of single letters among Arabic words. */
const MAX_LONE_SHARE = 0.15;
/** Maximum share of accents on Latin letters; every language has fewer. */
const MAX_ACCENTED_SHARE = 0.6;
/** Maximum average letters per word. */
const MAX_AVERAGE_LETTERS = 9;
/** Minimum words to judge a page alone; with fewer, the label of the lesson counts too. */
const MIN_WORDS = 30;

/** Whether words are so long that spaces between them must be missing. */
export function areUnspaced(words: readonly string[]): boolean {
  return words.join('').length > MAX_AVERAGE_LETTERS * words.length;
}

/** Judges a page, or several pages together. */
export function labelOf(statistics: TextStatistics): PageLabel {
  // If most of a page was dropped, the rest is probably wrong too.
  if (statistics.omitted > statistics.letters) return 'title';
  const isNoisy = statistics.noise > MAX_NOISE_SHARE * statistics.letters;
  if (isNoisy && isSurprising(statistics.latin, MAX_SURPRISE.noisy)) return 'title';
  if (statistics.words === 0 || statistics.broken > Math.max(1, MAX_BROKEN_SHARE * statistics.words))
    return 'title';
  if (statistics.unknown > Math.max(5, MAX_UNKNOWN_SHARE * statistics.letters)) return 'title';
  const isUnspaced = statistics.arabicLetters > MAX_AVERAGE_LETTERS * statistics.arabicWords;
  if (isSurprising(statistics.arabic, isUnspaced ? MAX_SURPRISE.unspaced : MAX_SURPRISE.arabic))
    return 'title';
  if (isSurprising(statistics.latin, MAX_SURPRISE.latin)) return 'title';
  if (isBackward(statistics.arabic) || isBackward(statistics.latin)) return 'title';
  // Letters of another script were read as Latin.
  if (statistics.accented > Math.max(3, MAX_ACCENTED_SHARE * statistics.latinLetters)) return 'title';
  const isCut = statistics.arabicWords >= 12 && statistics.lone > MAX_LONE_SHARE * statistics.arabicWords;
  return isUnspaced || isCut || statistics.misplaced ? 'letters' : 'words';
}

/** Returns the label of each page. Pages with little text get the label of the lesson if it is less trusted. */
export function pageLabels(pages: readonly TextStatistics[]): PageLabel[] {
  const lesson = labelOf(pages.reduce(addStatistics, emptyStatistics));
  return pages.map((statistics) => {
    const ownLabel = labelOf(statistics);
    return statistics.words >= MIN_WORDS || ownLabel === 'title' ? ownLabel : leastTrusted(ownLabel, lesson);
  });
}

function addStatistics(a: TextStatistics, b: TextStatistics): TextStatistics {
  const sum = (key: Exclude<keyof TextStatistics, 'arabic' | 'latin' | 'misplaced'>) => a[key] + b[key];
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
    // Programs misplace replacement texts on single pages, so this does not apply to the lesson.
    misplaced: false,
  };
}

function leastTrusted(a: PageLabel, b: PageLabel): PageLabel {
  const order: PageLabel[] = ['words', 'letters', 'title'];
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}
