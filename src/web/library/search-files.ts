import type { FilesFilter, FilesPage } from './files-page.ts';
import { listFiles, type OpenLibrary } from './library-queries.ts';
import { loadScript } from './query-failure.ts';

/**
 * Lists a page of files. For a search, also calls `helpSearch`, whose code loads in parallel with the first query; with `inText`, only
 * `searchTexts`. Throws as `listFiles` does, and `ScriptFailure`.
 */
export async function searchFiles(library: OpenLibrary, filter: FilesFilter): Promise<FilesPage> {
  if (filter.search === '') return listFiles(library, filter);
  const [page, verses] = await Promise.all([
    searchWords(library, filter),
    library.findVerses?.(filter.search),
  ]);
  return verses?.unknown ? { ...page, unknownVerse: verses.unknown } : page;
}

async function searchWords(library: OpenLibrary, filter: FilesFilter): Promise<FilesPage> {
  const loadingHelp = loadScript(() => import('./search-help.ts'));
  if (filter.inText) return (await loadingHelp).searchTexts(library, filter);
  const [page, texts, { helpSearch }] = await Promise.all([
    listFiles(library, filter),
    loadingHelp.then(({ findInTexts }) => findInTexts(library, filter)),
    loadingHelp,
  ]);
  return helpSearch(library, filter, page, texts);
}
