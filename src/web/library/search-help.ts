import { Query } from 'appwrite';
import { fold } from '#text/fold.ts';
import { highlight } from '#text/highlight.ts';
import { otherLayout } from '#text/keyboard-layout.ts';
import { fileTitle } from '../page/file-title.ts';
import type { FilesPage } from './files-page.ts';
import { findInTexts, lessonsPerPage } from './find-in-texts.ts';
import { type Glossary, glossaryVariants } from './glossary.ts';
import type { FilesFilter } from './library-filters.ts';
import { containsSearch, listFiles, type OpenLibrary, rowsIn } from './library-queries.ts';
import { nearestTitle, queryParts } from './nearest-title.ts';

export { findInTexts };

/** A page of the list of all that was found inside the lessons: as many pages as it has, whatever the screen, and no files. */
export async function searchTexts(library: OpenLibrary, filter: FilesFilter): Promise<FilesPage> {
  const texts = await findInTexts(library, filter);
  const pages = Math.ceil((texts?.lessons ?? 0) / lessonsPerPage);
  return { rows: [], total: pages * filter.itemsPerPage, ...(texts && { texts }) };
}

/** Titles looked at for the nearest one. */
const mostTitles = 100;

/**
 * The found page of a search with its matches marked. When nothing was found, what was typed is tried as typed on the
 * other keyboard layout and with the glossary's words in their other forms, unless the filter is `exact`; when that
 * finds nothing either, the nearest title is looked up. Throws as `listFiles` does.
 */
export async function helpSearch(
  library: OpenLibrary,
  filter: FilesFilter,
  found: FilesPage,
  loadGlossary: () => Promise<Glossary>,
): Promise<FilesPage> {
  const { search, exact } = filter;
  if (found.total > 0) return marked(found, search);
  const variants = exact ? [] : [...otherLayout(search), ...glossaryVariants(search, await loadGlossary())];
  for (const variant of variants) {
    const other = await listFiles(library, { ...filter, search: variant });
    if (other.total > 0) return { ...marked(other, variant), shownFor: variant };
  }
  const nearest = await findNearest(library, search);
  return nearest === undefined ? found : { ...found, nearest };
}

function marked(page: FilesPage, search: string): FilesPage {
  const marks = page.rows.map(({ $id, fileName }) => [$id, highlight(search, fileTitle(fileName))] as const);
  return { ...page, marks: Object.fromEntries(marks) };
}

/** Asks for titles that share a part with the query, and picks the closest. */
async function findNearest(library: OpenLibrary, search: string): Promise<string | undefined> {
  const [part, ...parts] = queryParts(fold(search)).flatMap((text) => containsSearch(library, text));
  if (part === undefined) return undefined;
  const anyPart = parts.length === 0 ? part : Query.or([part, ...parts]);
  const queries = [Query.select(['fileName']), anyPart, Query.limit(mostTitles)];
  const { rows } = await rowsIn(library, 'files', queries);
  const titles = rows.flatMap(({ fileName }) => (typeof fileName === 'string' ? [fileTitle(fileName)] : []));
  return nearestTitle(search, titles);
}
