import { Channel, Realtime } from 'appwrite';
import { defaultLanguage } from '#contract/language.ts';
import { categoryZipHref, versesPath } from '#contract/urls.ts';
import type { FoundVerses } from '#text/page-query.ts';
import type { LibraryAccess } from '../page/page-facts.ts';
import { countByCategory, createLibraryClient, listCategories } from './library-queries.ts';
import { searchFiles } from './search-files.ts';

/** Cache tag of the queries that a change of a table invalidates. */
export type LibraryTag = 'Files' | 'Categories';

/**
 * Calls `onChange` for each change of a file or category, and after a reconnection or retry, because changes could have been missed.
 * Returns a function that stops listening. The SDK reconnects and sends heartbeats.
 */
export async function watchLibrary(
  { endpoint, projectId, tables }: LibraryAccess,
  isRetry: boolean,
  onChange: (tag: LibraryTag) => void,
): Promise<() => void> {
  const realtime = new Realtime(createLibraryClient(endpoint, projectId, defaultLanguage).client);
  const createRowChannel = (tableId: string) => Channel.tablesdb(tables.databaseId).table(tableId).row();
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
  // A failure is not reported, because the SDK tries again.
  await Promise.allSettled([
    realtime.subscribe(createRowChannel(tables.filesTableId), () => onChange('Files')),
    realtime.subscribe(createRowChannel(tables.categoriesTableId), () => onChange('Categories')),
  ]);
  return () => void realtime.disconnect();
}

/** Matches searches that can refer to verses: with a number, the word verse, or at least three Arabic words. */
const versePattern = /\p{Nd}|verse|آي[ةه]|\bayat|(?:[\u0621-\u06FF]+\s+){2}[\u0621-\u06FF]/iu;
let lastSearch: { search: string; verses: Promise<FoundVerses | undefined> } | undefined;

/**
 * Queries the site, which stores the text of the Qur'an as hashes, for the verses of a search. Undefined if the search cannot refer
 * to verses, or if the query fails.
 */
function findVerses(search: string): Promise<FoundVerses | undefined> {
  if (!versePattern.test(search)) return Promise.resolve(undefined);
  if (lastSearch?.search !== search) {
    const verses = fetch(`${versesPath}?${new URLSearchParams({ search })}`)
      .then((response): Promise<FoundVerses> | undefined => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
    lastSearch = { search, verses };
  }
  return lastSearch.verses;
}

/** Requests the size of a category's archive in bytes; null if there is no archive or no size. Rejects if the network fails. */
async function fetchZipBytes(categoryId: string): Promise<number | null> {
  const response = await fetch(categoryZipHref(categoryId, defaultLanguage), { method: 'HEAD' });
  return Number(response.ok && response.headers.get('Content-Length')) || null;
}

/** Functions of the lazily loaded chunk that contains the official SDK. */
export const librarySdk = {
  countByCategory,
  fetchZipBytes,
  findVerses,
  createLibraryClient,
  listCategories,
  searchFiles,
  watchLibrary,
};
