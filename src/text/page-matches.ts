import type { WordPlace } from '#contract/lesson-outline.ts';
import type { PageTerm } from './page-query.ts';
import { spellings } from './page-words.ts';
import { type TextRange, wordRanges } from './words.ts';

/** A stretch of a text that meets one of the needs. */
export interface TermMatch extends TextRange {
  need: number;
}

/** How words are spelled, remembered for texts that are looked through together. */
export type SpellingCache = Map<string, readonly string[]>;

/** Where a text meets what was asked for, in order of its words; stretches may overlap. */
export function findTerms(
  text: string,
  words: readonly TextRange[],
  needs: readonly PageTerm[],
  known: SpellingCache = new Map(),
) {
  const spelled = words.map(({ start, end }) => {
    const word = text.slice(start, end);
    const kept = known.get(word) ?? spellings(word);
    known.set(word, kept);
    return kept;
  });
  const ways = spelled.some(({ length }) => length > 1) ? [0, 1] : [0];
  const lengths = needs.map(({ values }) =>
    Math.max(...values.map((value) => value.trim().split(' ').length)),
  );
  return words.flatMap(({ start }, at) =>
    needs.flatMap(({ values }, need): TermMatch[] => {
      for (const way of ways) {
        let stretch = '';
        // As few words as make one of the values: a word is also written in two, and two in one.
        for (let last = at; last < words.length && last < at + (lengths[need] ?? 0); last++) {
          stretch = `${stretch}${spelled[last]?.[way] ?? spelled[last]?.[0]}`.replace(/ +/g, ' ');
          if (values.some((value) => stretch.startsWith(value)))
            return [{ start, end: words[last]?.end ?? start, need }];
          if (!values.some((value) => value.startsWith(stretch))) break;
        }
      }
      return [];
    }),
  );
}

/** The ranges in order, without those that begin inside another one. */
export function withoutOverlaps(ranges: readonly TextRange[]): TextRange[] {
  const sorted = [...ranges].sort((one, other) => one.start - other.start);
  let end = 0;
  return sorted.filter((range) => {
    const isFree = range.start >= end;
    if (isFree) end = range.end;
    return isFree;
  });
}

/** What of a text was asked for. */
export function markedRanges(text: string, needs: readonly PageTerm[]): TextRange[] {
  if (needs.length === 0) return [];
  const matches = findTerms(text, wordRanges(text), needs);
  return withoutOverlaps(matches.map(({ start, end }) => ({ start, end })));
}

/** A word of a page as it is searched, and where it stands: in two places where it was parted at the end of a line. */
export interface PlacedWord {
  text: string;
  /** As it is spelled today, where it quotes the Qur'an. */
  modern?: string | undefined;
  places: readonly LinePlace[];
}

/** A place on a line of the page, lines counted as they are read. */
export interface LinePlace extends WordPlace {
  line: number;
}

/** More marks on one page help nobody. */
const mostPlaces = 200;

/**
 * Where the words of a page meet a search: the places of each word, or of words side by side, those of one line as one. Of a page
 * of which only the letters can be trusted the words are its letters three by three.
 */
export function placesOf(words: readonly PlacedWord[], needs: readonly PageTerm[]): WordPlace[] {
  const values = needs.flatMap((need) => need.values.map(searched));
  const firsts = Map.groupBy(values, ({ parts }) => parts[0] ?? '');
  const beginnings = values.filter(({ parts, isWhole }) => parts.length === 1 && !isWhole);
  const marked = new Set<number>();
  for (const [at, word] of words.entries()) {
    const begun = spelled(word).flatMap((text) => firsts.get(text) ?? []);
    const length = Math.max(
      Number(beginnings.some(({ parts: [part = ''] }) => begins(word, part))),
      ...begun.filter((value) => isAt(words, at, value)).map(({ parts }) => parts.length),
    );
    for (let index = at; index < at + length; index++) marked.add(index);
  }
  return joined(words, marked).slice(0, mostPlaces);
}

type Searched = ReturnType<typeof searched>;

/** The words of a value; `isWhole` where the last is a whole word, not the beginning of one. */
function searched(value: string) {
  return { parts: value.trim().split(' '), isWhole: value.endsWith(' ') };
}

function isAt(words: readonly PlacedWord[], at: number, { parts, isWhole }: Searched): boolean {
  return parts.every((part, index) => {
    const word = words[at + index];
    if (!word) return false;
    return isWhole || index < parts.length - 1 ? spelled(word).includes(part) : begins(word, part);
  });
}

const spelled = ({ text, modern }: PlacedWord) => (modern === undefined ? [text] : [text, modern]);

const begins = (word: PlacedWord, part: string) => spelled(word).some((text) => text.startsWith(part));

/** The places of marked words, those of neighbours on one line put together. */
function joined(words: readonly PlacedWord[], marked: ReadonlySet<number>): WordPlace[] {
  const places: (LinePlace & { word: number })[] = [];
  for (const word of [...marked].sort((one, other) => one - other)) {
    for (const place of words[word]?.places ?? []) {
      const last = places.at(-1);
      if (last?.line === place.line && word - last.word <= 1)
        places[places.length - 1] = { ...around(last, place), line: place.line, word };
      else places.push({ ...place, word });
    }
  }
  return places.map(({ x, y, width, height }) => ({ x, y, width, height }));
}

/** The box around two boxes. */
export function around(one: WordPlace, other: WordPlace): WordPlace {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
