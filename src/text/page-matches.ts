import type { PageBox } from '#contract/lesson-outline.ts';
import type { PageTerm } from './page-query.ts';
import { wordSpellings } from './page-words.ts';
import { verseRanges } from './verses/verse-words.ts';
import { cacheByWord } from './word-cache.ts';
import { type TextRange, wordRanges } from './words.ts';

/** A word of a page, as a search compares it. */
export interface SearchedWord {
  /** Its folded forms; a word can fold to several words separated by spaces. */
  spellings: readonly string[];
  /** Whether only a hyphen separates this word from the next one, so that both can be one word. */
  isHyphenated?: boolean;
}

/** A word with its boxes on the page; a word broken at the end of a line has two. */
export interface BoxedWord extends SearchedWord {
  boxes: readonly LineBox[];
}

/** A box on a line of the page; lines are counted in reading order. */
export interface LineBox extends PageBox {
  line: number;
}

/** Range of a text that matches one of the terms. */
export interface TermMatch extends TextRange {
  term: number;
}

const hyphens: ReadonlySet<string | undefined> = new Set(['-', '\u2010', '\u2011']);
const MAX_MARKED_BOXES = 200;

/** Returns the words of a text in these ranges, as a search compares them. */
export function searchedWords(text: string, ranges: readonly TextRange[]): SearchedWord[] {
  return ranges.map(({ start, end }, index) => ({
    spellings: spellingsOf(text.slice(start, end)),
    isHyphenated: ranges[index + 1]?.start === end + 1 && hyphens.has(text[end]),
  }));
}

const spellingsOf = cacheByWord((word): readonly string[] =>
  wordSpellings(word).map((spelling) => spelling.trim()),
);

/** Returns the ranges of a text that match the terms of a search, in order. They can overlap. `ranges` are the words of the text. */
export function findTerms(
  text: string,
  ranges: readonly TextRange[],
  terms: readonly PageTerm[],
): TermMatch[] {
  const verseMatches = terms.flatMap(({ verse }, term) =>
    verse ? verseRanges(text, verse).map((range) => ({ ...range, term })) : [],
  );
  // A search has terms either of verses or of words.
  if (terms.some(({ verse }) => verse)) return verseMatches.sort((a, b) => a.start - b.start);
  return matchesOf(searchedWords(text, ranges), terms).map(({ first, last, term }) => ({
    start: ranges[first]?.start ?? 0,
    end: ranges[last]?.end ?? 0,
    term,
  }));
}

/** Sorts ranges and drops each one that begins inside an earlier remaining one. */
export function withoutOverlaps(ranges: readonly TextRange[]): TextRange[] {
  const sortedRanges = [...ranges].sort((a, b) => a.start - b.start);
  let end = 0;
  return sortedRanges.filter((range) => {
    const isOutside = range.start >= end;
    if (isOutside) end = range.end;
    return isOutside;
  });
}

/** Returns the ranges of a text to mark for the terms of a search. */
export function markedRanges(text: string, terms: readonly PageTerm[]): TextRange[] {
  if (terms.length === 0) return [];
  const matches = findTerms(text, wordRanges(text), terms);
  return withoutOverlaps(matches.map(({ start, end }) => ({ start, end })));
}

/** Returns at most 200 boxes to mark for the terms of a search; neighbors on one line are merged. Terms of verses match no words. */
export function markedBoxes(words: readonly BoxedWord[], terms: readonly PageTerm[]): PageBox[] {
  const markedWords = new Set<number>();
  for (const { first, last } of matchesOf(words, terms))
    for (let index = first; index <= last; index++) markedWords.add(index);
  return joinedBoxes(words, markedWords).slice(0, MAX_MARKED_BOXES);
}

/** Finds the consecutive words that form a value of a term: for each first word and term, the shortest match. */
function matchesOf(words: readonly SearchedWord[], terms: readonly PageTerm[]) {
  const valueStarts = new Set(terms.flatMap(({ values }) => values.map(startOf)));
  const matches: { first: number; last: number; term: number }[] = [];
  for (const [first, word] of words.entries()) {
    if (!canBegin(word, valueStarts)) continue;
    for (const [term, { values }] of terms.entries()) {
      const last = lastOfMatch(words, first, values);
      if (last !== undefined) matches.push({ first, last, term });
    }
  }
  return matches;
}

/** Whether a match can begin with this word. Rejects most words of a page before the slower comparison. */
const canBegin = ({ spellings, isHyphenated }: SearchedWord, valueStarts: ReadonlySet<string>) =>
  isHyphenated ||
  spellings.some((spelling) => spelling.includes(' ') || valueStarts.has(startOf(` ${spelling} `)));

/** Returns a space and two letters, enough to reject most words of a page quickly. */
const startOf = (value: string) => value.slice(0, 3);

function lastOfMatch(
  words: readonly SearchedWord[],
  first: number,
  values: readonly string[],
): number | undefined {
  let beginnings = [''];
  for (let at = first; at < words.length; at++) {
    const longerBeginnings: string[] = [];
    const { spellings, isHyphenated } = words[at] as SearchedWord;
    const joints = at > first && words[at - 1]?.isHyphenated ? [' ', ''] : [' '];
    for (const spelling of at === first ? spellings.flatMap(withLaterWords) : spellings) {
      for (const beginning of beginnings)
        for (const joint of joints) {
          const candidate = spelling === '' ? beginning : beginning + joint + spelling;
          const candidateWords = `${candidate} `;
          if (values.some((value) => candidateWords.startsWith(value))) return at;
          if (values.some((value) => value.startsWith(isHyphenated ? candidate : candidateWords)))
            longerBeginnings.push(candidate);
        }
    }
    if (longerBeginnings.length === 0) return undefined;
    beginnings = longerBeginnings;
  }
  return undefined;
}

/** Returns a spelling and its remainder from each later word on: ﷺ contains الله. */
function withLaterWords(spelling: string): string[] {
  if (!spelling.includes(' ')) return [spelling];
  const words = spelling.split(' ');
  return words.map((_, index) => words.slice(index).join(' '));
}

function joinedBoxes(words: readonly BoxedWord[], markedWords: ReadonlySet<number>): PageBox[] {
  const boxes: (LineBox & { word: number })[] = [];
  for (const word of [...markedWords].sort((a, b) => a - b)) {
    for (const box of words[word]?.boxes ?? []) {
      const last = boxes.at(-1);
      if (last?.line === box.line && word - last.word <= 1)
        boxes[boxes.length - 1] = { ...boxAround(last, box), line: box.line, word };
      else boxes.push({ ...box, word });
    }
  }
  return boxes.map(({ x, y, width, height }) => ({ x, y, width, height }));
}

/** Returns the smallest box around two boxes. */
export function boxAround(a: PageBox, b: PageBox): PageBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}
