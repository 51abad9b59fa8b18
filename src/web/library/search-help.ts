import { Query } from 'appwrite';
import { fold } from '#text/fold.ts';
import { highlight } from '#text/highlight.ts';
import { guessOtherLayout } from '#text/keyboard-layout.ts';
import { latinSkeleton } from '#text/latin-spelling.ts';
import { foldWords } from '#text/words.ts';
import { fileTitle } from '../page/file-facts.ts';
import type { FilesFilter, FilesPage, TextHits } from './files-page.ts';
import { findInTexts, findPartialMatches, LESSONS_PER_PAGE } from './find-in-texts.ts';
import {
  buildSearchQueries,
  type Glossary,
  listFiles,
  listRows,
  type OpenLibrary,
} from './library-queries.ts';

export { findInTexts };

/** Loads a page of the full list of hits inside lessons, without files. `total` gives the same number of pages on every screen. */
export async function searchTexts(library: OpenLibrary, filter: FilesFilter): Promise<FilesPage> {
  const hits = await findInTexts(library, filter);
  const texts = hits === null ? await findPartialMatches(library, filter) : hits;
  const pages = Math.ceil((texts?.lessons ?? 0) / LESSONS_PER_PAGE);
  return {
    rows: [],
    total: pages * filter.itemsPerPage,
    ...(texts && { texts }),
    ...(hits === null && { noTextMatches: true }),
  };
}

/** Maximum number of titles to compare for the nearest one. */
const MAX_COMPARED_TITLES = 100;

/**
 * Adds marks and hits inside lessons to a page of results. If no title matches, tries the other keyboard layout (unless lessons match)
 * and synonyms, neither if `exact`; then adds the nearest title and partial matches. Throws as `listFiles` does.
 */
export async function helpSearch(
  library: OpenLibrary,
  filter: FilesFilter,
  page: FilesPage,
  texts: TextHits | null | undefined,
): Promise<FilesPage> {
  const { search, exact } = filter;
  const textHits = texts ? { texts } : {};
  if (page.total > 0) return { ...addMarks(page, search), ...textHits };
  if (!exact) {
    const guesses = texts ? [] : guessOtherLayout(search);
    const synonyms = listGlossaryVariants(search, (await library.loadGlossary?.()) ?? []);
    for (const variant of [...guesses, ...synonyms]) {
      const variantPage = await listFiles(library, { ...filter, search: variant });
      if (variantPage.total > 0 && (!guesses.includes(variant) || isPlausible(variant, variantPage)))
        return { ...addMarks(variantPage, variant), correctedSearch: variant, ...textHits };
    }
  }
  const [nearestTitle, partialMatches] = await Promise.all([
    findNearest(library, search),
    texts === null ? findPartialMatches(library, filter) : undefined,
  ]);
  return {
    ...page,
    ...(nearestTitle !== undefined && { nearestTitle }),
    ...textHits,
    ...(partialMatches && { texts: partialMatches }),
    ...(texts === null && { noTextMatches: true }),
  };
}

/**
 * Whether a title has every word of a Latin guess. A word of over 3 letters also matches as a prefix or in another spelling.
 * True for guesses in other scripts.
 */
function isPlausible(guess: string, { rows }: FilesPage): boolean {
  const guessedWords = fold(guess).split(' ');
  if (!guessedWords.every((word) => /^[a-z]+$/.test(word))) return true;
  return rows.some(({ fileName }) => {
    const words = foldWords(fileTitle(fileName));
    return guessedWords.every((word) =>
      words.some(
        (titleWord) =>
          titleWord === word ||
          (word.length > 3 && (titleWord.startsWith(word) || isSameWord(titleWord, word))),
      ),
    );
  });
}

const isSameWord = (a: string, b: string) =>
  latinSkeleton(a) !== undefined && latinSkeleton(a) === latinSkeleton(b);

function addMarks(page: FilesPage, search: string): FilesPage {
  const marks = page.rows.map(({ $id, fileName }) => [$id, highlight(search, fileTitle(fileName))] as const);
  return { ...page, marks: Object.fromEntries(marks) };
}

/** Finds the title closest to the search, among titles that share a part with the search; undefined if none is close. */
async function findNearest(library: OpenLibrary, search: string): Promise<string | undefined> {
  const [part, ...parts] = splitQuery(fold(search)).flatMap((text) => buildSearchQueries(library, text));
  if (part === undefined) return undefined;
  const anyPart = parts.length === 0 ? part : Query.or([part, ...parts]);
  const queries = [Query.select(['fileName']), anyPart, Query.limit(MAX_COMPARED_TITLES)];
  const { rows } = await listRows(library, 'files', queries);
  const titles = rows.flatMap(({ fileName }) => (typeof fileName === 'string' ? [fileTitle(fileName)] : []));
  return findNearestTitle(search, titles);
}

/** Maximum number of variants from the glossary to try for a search without results. */
const MAX_VARIANTS = 6;

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One spelling in a group of the glossary. */
interface GlossarySpelling {
  readonly spelling: string;
  readonly folded: string;
  /** The folded words, as returned by `unifySpelling`. */
  readonly unified: string;
  /** Matches `unified` as whole words, with or without the Arabic article. */
  readonly pattern: RegExp;
}

/** Returns one form for all Latin spellings of a folded word of 4 or more letters, as title searches do: tafseer and tafsir. */
const unifySpelling = (word: string) => (word.length >= 4 && latinSkeleton(word)) || word;

const unifiedGlossaries = new WeakMap<Glossary, GlossarySpelling[][]>();

/** Folds and unifies the spellings of a glossary. Caches them, because there can be hundreds. */
function unifyGlossary(glossary: Glossary): GlossarySpelling[][] {
  const cachedGroups = unifiedGlossaries.get(glossary);
  if (cachedGroups) return cachedGroups;
  const groups = glossary.map((group) =>
    group.map((spelling): GlossarySpelling => {
      const folded = fold(spelling);
      const unified = folded.split(' ').map(unifySpelling).join(' ');
      const pattern = new RegExp(` (?:ال)?${escapeRegExp(unified)}(?= )`, 'u');
      return { spelling, folded, unified, pattern };
    }),
  );
  unifiedGlossaries.set(glossary, groups);
  return groups;
}

/** Returns at most `MAX_VARIANTS` variants of the query with one glossary word or phrase replaced by a synonym, in the glossary's order. */
export function listGlossaryVariants(query: string, glossary: Glossary): string[] {
  const words = fold(query).split(' ');
  const text = ` ${words.map(unifySpelling).join(' ')} `;
  const variants = unifyGlossary(glossary).flatMap((group) => {
    const match = group
      .filter(({ unified, pattern }) => unified !== '' && text.includes(unified) && pattern.test(text))
      .sort((a, b) => b.unified.length - a.unified.length)[0];
    if (!match) return [];
    // Other words of the query are folded but keep their spelling, because visitors see the variant.
    const start = text.slice(0, text.search(match.pattern)).split(' ').length - 1;
    const end = start + match.unified.split(' ').length;
    const typed = words.slice(start, end).join(' ');
    return group
      .filter(({ folded }) => folded !== typed && `ال${folded}` !== typed)
      .map(({ spelling }) => [...words.slice(0, start), spelling, ...words.slice(end)].join(' '));
  });
  return [...new Set(variants)].slice(0, MAX_VARIANTS);
}

/** Maximum edit distance of a title, as a share of the query's letters: about one mistake in four letters. */
const MAX_RELATIVE_DISTANCE = 0.26;
const MAX_COMPARED_LETTERS = 64;

/**
 * Returns the number of letters to insert, delete, replace or swap to turn one text into the other (optimal string alignment).
 * Both are cut to `MAX_COMPARED_LETTERS`.
 */
function computeEditDistance(from: string, to: string): number {
  const a = Array.from(from).slice(0, MAX_COMPARED_LETTERS);
  const b = Array.from(to).slice(0, MAX_COMPARED_LETTERS);
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Returns the edit distance between the query and the closest run of words in the title, per letter of the query. */
function measureDistance(query: string, title: string): number {
  const words = title.split(' ');
  const count = query.split(' ').length;
  const runs = words.map((_, index) => words.slice(index, index + count).join(' '));
  const distances = [...runs, title].map((run) => computeEditDistance(query, run));
  return Math.min(...distances) / Math.max(1, Array.from(query).length);
}

/** Returns the title closest to a query without results; undefined if none is close, or if the query has fewer than 3 letters. */
export function findNearestTitle(query: string, titles: string[]): string | undefined {
  const folded = fold(query);
  if (Array.from(folded).length < 3) return undefined;
  const rankedTitles = titles
    .map((title) => ({ title, distance: measureDistance(folded, fold(title)) }))
    .filter(({ distance }) => distance <= MAX_RELATIVE_DISTANCE)
    .sort((a, b) => a.distance - b.distance);
  return rankedTitles[0]?.title;
}

/** Splits a query into up to three parts, so that a typing mistake leaves another part correct. Empty for fewer than 4 letters. */
function splitQuery(query: string): string[] {
  const letters = Array.from(query.replace(/\s+/g, ' ').trim());
  if (letters.length < 4) return [];
  const size = Math.max(2, Math.floor(letters.length / 3));
  const parts = [letters.slice(0, size), letters.slice(size, 2 * size), letters.slice(2 * size)];
  return [...new Set(parts.map((part) => part.join('').trim()).filter((part) => part.length >= 2))];
}
