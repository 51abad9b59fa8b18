import { Query, type TablesDB } from 'appwrite';
import { LRUCache } from 'lru-cache';
import type { Backend } from '#backend/backend.ts';
import type { BackendSettings } from '#settings/config.ts';
import { distinctiveWords, mostSimilar } from '#text/similar-texts.ts';
import { withTimeout } from '#web/library/query-failure.ts';

/** The ids of lessons that share rare words with another one, most alike first. */
export type RelatedLessons = (lessonId: string) => readonly string[] | Promise<readonly string[]>;
type Pages = Pick<BackendSettings, 'databaseId' | 'pagesTableId'>;

const MAX_RELATED = 5;
/** Bytes of an id, about. */
const ID_BYTES = 40;

/** Queries the embedded backend once for each version of the library. */
export function createRelatedLessons({ cache, words }: Pick<Backend, 'cache' | 'words'>): RelatedLessons {
  const cacheLimits = cache.namespace<readonly string[]>('related', (ids) => ID_BYTES * ids.length);
  return (lesson) => cacheLimits.get(lesson, () => words?.related(lesson, MAX_RELATED) ?? []);
}

/** Limits for a lesson: pages read for its words, words searched, and pages per search. */
const LIMITS = { pages: 5, words: 30, holding: 100 };
/** Milliseconds that a lesson's page waits for this; later visitors get the cached result. */
const TIMEOUT_MS = 500;
/** A hosted backend gets two queries for a lesson, at most once an hour. */
const cacheLimits = { max: 1000, ttl: 3_600_000 };

/** Queries a hosted backend as a visitor may. It has no table of rare words, so the first pages with a long word are compared. */
export function hostedRelated(db: TablesDB, { databaseId, pagesTableId: tableId }: Pages): RelatedLessons {
  const list = async (...conditions: string[]) => {
    const queries = [Query.select(['lesson', 'search']), ...conditions];
    const { rows } = await db.listRows({ databaseId, tableId, queries, total: false });
    return rows.map(({ lesson, search }) => ({ lesson: String(lesson), search: String(search ?? '') }));
  };
  const find = async (lessonId: string) => {
    const ownPages = await list(Query.equal('lesson', lessonId), Query.limit(LIMITS.pages));
    const words = distinctiveWords(
      ownPages.map(({ search }) => search),
      LIMITS.words,
    ).map((word) => ` ${word} `);
    if (words.length === 0) return [];
    const pages = await list(
      Query.contains('search', words),
      Query.notEqual('lesson', lessonId),
      Query.limit(LIMITS.holding),
    );
    const holders = words.map(
      (word) => new Set(pages.filter(({ search }) => search.includes(word)).map(({ lesson }) => lesson)),
    );
    return mostSimilar(holders, MAX_RELATED);
  };
  const answers = new LRUCache<string, readonly string[]>({ ...cacheLimits, fetchMethod: find });
  return async (lessonId) => {
    // A lesson can be read without.
    const ids = await withTimeout(answers.fetch(lessonId), TIMEOUT_MS).catch(() => undefined);
    return ids ?? [];
  };
}
