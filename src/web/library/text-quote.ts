import { findTerms, type SpellingCache, type TermMatch, withoutOverlaps } from '#text/page-matches.ts';
import type { PageTerm } from '#text/page-query.ts';
import { type TextRange, wordRanges } from '#text/words.ts';

/** Length of a quotation in characters, and of its part before the first marked word. */
const MAX_LENGTH = 160;
const MAX_LEAD_LENGTH = 50;
/** Characters of a quotation from its first marked word on. */
const ahead = MAX_LENGTH - MAX_LEAD_LENGTH;

/** Returns the part of a page with most of the query's words, cut at words and marked; undefined if it has none. */
export function textQuote(text: string, needs: readonly PageTerm[], known?: SpellingCache) {
  const line = text.replace(/\s/g, ' ');
  const words = wordRanges(line);
  const matches = findTerms(line, words, needs, known);
  const [first] = matches;
  if (!first) return undefined;
  let best = first;
  let most = 0;
  for (const [at, match] of matches.entries()) {
    const met = new Set<number>();
    // They are in order, so that what comes after the first that is too far is too far as well.
    let [next, other]: [number, TermMatch | undefined] = [at, match];
    for (; other && other.start - match.start <= ahead; other = matches[++next])
      if (other.end - match.start <= ahead) met.add(other.term);
    if (met.size > most) [best, most] = [match, met.size];
  }
  const start = startOf(line, words, best.start);
  const end = endOf(line, words, start);
  const marks = matches
    .filter((match) => match.start >= start && match.end <= end)
    .map((match) => ({ start: match.start - start, end: match.end - start }));
  return { text: line.slice(start, end), marks: withoutOverlaps(marks) };
}

/** The first word that is near enough before the place. */
function startOf(text: string, words: readonly TextRange[], place: number): number {
  if (place <= MAX_LEAD_LENGTH) return 0;
  return words.find(({ start }) => start >= place - MAX_LEAD_LENGTH)?.start ?? Math.min(place, text.length);
}

/** The end of the last word that fits; a word that is longer than a quotation is cut. */
function endOf(text: string, words: readonly TextRange[], start: number): number {
  if (text.length - start <= MAX_LENGTH) return text.length;
  const last = words.filter(({ start: from, end }) => from >= start && end - start <= MAX_LENGTH).at(-1);
  return last?.end ?? start + MAX_LENGTH;
}
