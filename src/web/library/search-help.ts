import { Query } from 'appwrite';
import { fold } from '#text/fold.ts';
import { highlight } from '#text/highlight.ts';
import { otherLayout } from '#text/keyboard-layout.ts';
import { latinSkeleton } from '#text/latin-spelling.ts';
import { foldedWords } from '#text/words.ts';
import { fileTitle } from '../page/file-title.ts';
import type { FilesPage, TextHits } from './files-page.ts';
import { findInTexts, findPartly, lessonsPerPage } from './find-in-texts.ts';
import { type Glossary, glossaryVariants } from './glossary.ts';
import type { FilesFilter } from './library-filters.ts';
import { containsSearch, listFiles, type OpenLibrary, rowsIn } from './library-queries.ts';
import { nearestTitle, queryParts } from './nearest-title.ts';

export { findInTexts };

/** A page of the list of all that was found inside the lessons: as many pages as it has, whatever the screen, and no files. */
export async function searchTexts(library: OpenLibrary, filter: FilesFilter): Promise<FilesPage> {
  const found = await findInTexts(library, filter);
  const texts = found === null ? await findPartly(library, filter) : found;
  const pages = Math.ceil((texts?.lessons ?? 0) / lessonsPerPage);
  return {
    rows: [],
    total: pages * filter.itemsPerPage,
    ...(texts && { texts }),
    ...(found === null && { inNoText: true }),
  };
}

/** Titles looked at for the nearest one. */
const MAX_TITLES = 100;

/**
 * The found page of a search with its matches marked, and what was found inside the lessons. If no title was found, what was typed is
 * tried with the glossary's words in their other forms and, unless lessons have it, as typed on the other keyboard layout; not if the
 * filter is `exact`. If nothing is found that way either, the nearest title is looked up, and pages that have most of the words.
 * Throws as `listFiles` does.
 */
export async function helpSearch(
  library: OpenLibrary,
  filter: FilesFilter,
  found: FilesPage,
  texts: TextHits | null | undefined,
  loadGlossary: () => Promise<Glossary>,
): Promise<FilesPage> {
  const { search, exact } = filter;
  const inside = texts ? { texts } : {};
  if (found.total > 0) return { ...marked(found, search), ...inside };
  if (!exact) {
    const guesses = texts ? [] : otherLayout(search);
    for (const variant of [...guesses, ...glossaryVariants(search, await loadGlossary())]) {
      const other = await listFiles(library, { ...filter, search: variant });
      if (other.total > 0 && (!guesses.includes(variant) || isMeant(variant, other)))
        return { ...marked(other, variant), shownFor: variant, ...inside };
    }
  }
  const [nearest, partly] = await Promise.all([
    findNearest(library, search),
    texts === null ? findPartly(library, filter) : undefined,
  ]);
  return {
    ...found,
    ...(nearest !== undefined && { nearest }),
    ...inside,
    ...(partly && { texts: partly }),
    ...(texts === null && { inNoText: true }),
  };
}

/** Whether titles have the Latin words of a guess as words of theirs, not only inside others: `als` is not `also`. */
function isMeant(guess: string, { rows }: FilesPage): boolean {
  const guessed = fold(guess).split(' ');
  if (!guessed.every((word) => /^[a-z]+$/.test(word))) return true;
  return rows.some(({ fileName }) => {
    const words = foldedWords(fileTitle(fileName));
    return guessed.every((word) =>
      words.some((one) => one === word || (word.length > 3 && (one.startsWith(word) || sameWord(one, word)))),
    );
  });
}

const sameWord = (one: string, other: string) =>
  latinSkeleton(one) !== undefined && latinSkeleton(one) === latinSkeleton(other);

function marked(page: FilesPage, search: string): FilesPage {
  const marks = page.rows.map(({ $id, fileName }) => [$id, highlight(search, fileTitle(fileName))] as const);
  return { ...page, marks: Object.fromEntries(marks) };
}

/** Asks for titles that share a part with the query, and picks the closest. */
async function findNearest(library: OpenLibrary, search: string): Promise<string | undefined> {
  const [part, ...parts] = queryParts(fold(search)).flatMap((text) => containsSearch(library, text));
  if (part === undefined) return undefined;
  const anyPart = parts.length === 0 ? part : Query.or([part, ...parts]);
  const queries = [Query.select(['fileName']), anyPart, Query.limit(MAX_TITLES)];
  const { rows } = await rowsIn(library, 'files', queries);
  const titles = rows.flatMap(({ fileName }) => (typeof fileName === 'string' ? [fileTitle(fileName)] : []));
  return nearestTitle(search, titles);
}
