import type { TablesDB } from 'appwrite';
import type { FilesFilter } from '../../page/library-filters.ts';
import type { FilesPage } from './files-page.ts';
import type { Glossary } from './glossary.ts';
import { type LibraryTables, listFiles } from './library-queries.ts';
import { loadScript } from './load-script.ts';

/**
 * A page of files; that of a search comes with all the help of `helpSearch`, whose code is fetched beside the first
 * question. Throws as `listFiles` does.
 */
export async function searchFiles(
  db: TablesDB,
  tables: LibraryTables,
  filter: FilesFilter,
  loadGlossary: () => Promise<Glossary>,
): Promise<FilesPage> {
  if (filter.search === '') return listFiles(db, tables, filter);
  const help = loadScript(() => import('./search-help.ts'));
  if (filter.inText) return (await help).searchTexts(db, tables, filter);
  const [found, texts, { helpSearch }] = await Promise.all([
    listFiles(db, tables, filter),
    help.then(({ findInTexts }) => findInTexts(db, tables, filter)),
    help,
  ]);
  const page = await helpSearch(db, tables, filter, found, loadGlossary);
  return texts ? { ...page, texts } : page;
}
