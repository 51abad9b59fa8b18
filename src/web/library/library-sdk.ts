import { Channel, Realtime } from 'appwrite';
import { defaultLanguage } from '#contract/language.ts';
import { categoryZipHref, versesPath } from '#contract/urls.ts';
import type { FoundVerses } from '#text/page-query.ts';
import type { LibraryAccess } from '../page/page-facts.ts';
import { countByCategory, libraryClient, listCategories } from './library-queries.ts';
import { searchFiles } from './search-files.ts';

/** Cache tag that a change invalidates. */
export type LibraryTag = 'Files' | 'Categories';

/**
 * Listens for changes of the two tables and calls back for each, and after a late or restored connection, which may have
 * missed some. Returns a function that stops listening. The SDK reconnects and sends heartbeats.
 */
export async function watchLibrary(
  { endpoint, projectId, tables }: LibraryAccess,
  isRetry: boolean,
  onChange: (tag: LibraryTag) => void,
): Promise<() => void> {
  const realtime = new Realtime(libraryClient(endpoint, projectId, defaultLanguage).client);
  const rowsOf = (tableId: string) => Channel.tablesdb(tables.databaseId).table(tableId).row();
  let hasMissedChanges = isRetry;
  realtime.onClose(() => {
    hasMissedChanges = true;
  });
  realtime.onOpen(() => {
    if (!hasMissedChanges) return;
    hasMissedChanges = false;
    onChange('Files');
    onChange('Categories');
  });
  // If the first attempt fails, the SDK retries.
  await Promise.allSettled([
    realtime.subscribe(rowsOf(tables.filesTableId), () => onChange('Files')),
    realtime.subscribe(rowsOf(tables.categoriesTableId), () => onChange('Categories')),
  ]);
  return () => void realtime.disconnect();
}

/** Searches that may mean verses: with a number, with the word verse, or with several Arabic words. */
const mayBeVerse = /\p{Nd}|verse|آي[ةه]|\bayat|(?:[\u0621-\u06FF]+\s+){2}[\u0621-\u06FF]/iu;
let last: { search: string; verses: Promise<FoundVerses | undefined> } | undefined;

/** Queries the site, which stores the text of the Qur'an as hashes. After a failure the search is for words. */
function findVerses(search: string): Promise<FoundVerses | undefined> {
  if (!mayBeVerse.test(search)) return Promise.resolve(undefined);
  if (last?.search !== search) {
    const verses = fetch(`${versesPath}?${new URLSearchParams({ search })}`)
      .then((answer): Promise<FoundVerses> | undefined => (answer.ok ? answer.json() : undefined))
      .catch(() => undefined);
    last = { search, verses };
  }
  return last.verses;
}

/** Asks the site for the length of a category's archive; null if there is none. Rejects without a network. */
async function zipBytes(categoryId: string): Promise<number | null> {
  const answer = await fetch(categoryZipHref(categoryId, defaultLanguage), { method: 'HEAD' });
  return Number(answer.ok && answer.headers.get('Content-Length')) || null;
}

/** The lazily loaded chunk: the parts of the official SDK for visits without a search. */
export const librarySdk = {
  countByCategory,
  findVerses,
  libraryClient,
  listCategories,
  searchFiles,
  watchLibrary,
  zipBytes,
};
