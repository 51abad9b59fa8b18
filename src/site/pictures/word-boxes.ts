import type { WordPlace } from '#contract/lesson-outline.ts';
import type { Glyph } from '#reader/glyphs/glyph.ts';
import type { Piece } from '#reader/lines/reading-direction.ts';
import { around, type LinePlace, type PlacedWord } from '#text/page-matches.ts';
import { spellings } from '#text/page-words.ts';
import { splitWords, wordRanges } from '#text/words.ts';

/** Where a glyph stands on its page; undefined beyond its edges. */
export type PlaceOnPage = (glyph: Glyph) => WordPlace | undefined;

/** More of one page is no page. */
const mostWords = 10_000;
/** Signs of the lines that a text left out, at most, between two that it has. */
const farthest = 64;

/**
 * The words of a page's text as they are searched, each with its places; with `letters`, its letters three by three. The text may
 * leave out signs of the lines and part words in another way, but has its letters in their order.
 */
export function placedWords(
  text: string,
  lines: readonly (readonly Piece[])[],
  placeOf: PlaceOnPage,
  label: 'words' | 'letters',
): PlacedWord[] {
  const line = text.replace(/\s/g, ' ');
  const glyphs = glyphsOf(line, lines);
  const words: PlacedWord[] = [];
  const letters: PlacedWord[] = [];
  for (const { start, end } of wordRanges(line)) {
    const written = glyphs.slice(start, end).filter((drawn) => drawn !== undefined);
    const [folded = [], modern = []] = spellings(line.slice(start, end)).map(splitWords);
    if (label === 'words') {
      const places = placesOf(written, placeOf);
      words.push(...folded.map((text, index) => ({ text, places, modern: modern[index] })));
    } else {
      const all = [...folded.join('')];
      // Folding drops and joins letters: each stands about where its share of the word stands.
      const share = (index: number) => Math.floor((index * written.length) / all.length);
      letters.push(
        ...all.map((letter, index) => {
          const from = share(index);
          const own = written.slice(from, Math.max(from + 1, share(index + 1)));
          return { text: letter, places: placesOf(own, placeOf) };
        }),
      );
    }
    if (words.length + letters.length > mostWords) break;
  }
  return label === 'words' ? words : threes(letters);
}

/** As `threes` of the search makes them. */
function threes(letters: readonly PlacedWord[]): PlacedWord[] {
  return letters.slice(2).map((_, index) => {
    const three = letters.slice(index, index + 3);
    const places = three.flatMap((letter) => letter.places);
    return { text: three.map((letter) => letter.text).join(''), places: byLine(places) };
  });
}

interface Drawn {
  glyph: Glyph;
  line: number;
}

function placesOf(drawn: readonly Drawn[], placeOf: PlaceOnPage): LinePlace[] {
  return byLine(
    drawn.flatMap(({ glyph, line }) => {
      const place = placeOf(glyph);
      return place ? [{ ...place, line }] : [];
    }),
  );
}

function byLine(places: readonly LinePlace[]): LinePlace[] {
  const lines = new Map<number, LinePlace>();
  for (const place of places) {
    const before = lines.get(place.line);
    lines.set(place.line, before ? { ...around(before, place), line: place.line } : place);
  }
  return [...lines.values()];
}

/** Which glyph each character of the text comes from; none for spaces, marks, and what no line has. */
function glyphsOf(text: string, lines: readonly (readonly Piece[])[]): (Drawn | undefined)[] {
  const signs: { sign: string; drawn: Drawn }[] = [];
  for (const [line, pieces] of lines.entries()) {
    for (const { text: written, glyph } of pieces) {
      if (!glyph) continue;
      for (const sign of bareSigns(written)) signs.push({ sign, drawn: { glyph, line } });
    }
  }
  const found: (Drawn | undefined)[] = [];
  let at = 0;
  for (const character of text) {
    let drawn: Drawn | undefined;
    for (const sign of bareSigns(character)) {
      const ahead = signs.slice(at, at + farthest).findIndex((one) => one.sign === sign);
      if (ahead < 0) continue;
      at += ahead;
      drawn ??= signs[at]?.drawn;
      at++;
    }
    for (let unit = 0; unit < character.length; unit++) found.push(drawn);
  }
  return found;
}

/** The signs of a text without spaces and marks, the same however they are composed. */
function bareSigns(text: string): string[] {
  return [...text.normalize('NFD')].filter((sign) => !/[\s\p{M}]/u.test(sign));
}
