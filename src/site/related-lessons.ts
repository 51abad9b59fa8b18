import { Query } from 'appwrite';
import { LRUCache } from 'lru-cache';
import type { Backend } from '#backend/backend.ts';
import { distinctiveWords, mostSimilar } from '#text/similar-texts.ts';
import { listRows, type OpenLibrary } from '#web/library/library-queries.ts';
import { withTimeout } from '#web/library/query-failure.ts';

/** Returns the ids of at most five lessons that share distinctive words with a lesson, most similar first. */
export type RelatedLessons = (lessonId: string) => Promise<readonly string[]>;

const MAX_RELATED = 5;
/** Approximate size of an id in bytes. */
const ID_BYTES = 40;

/** Finds related lessons in the embedded backend, once per library version. */
export function createRelatedLessons({ cache, words }: Pick<Backend, 'cache' | 'words'>): RelatedLessons {
  const cachedIds = cache.namespace<readonly string[]>('related', (ids) => ID_BYTES * ids.length);
  return async (lesson) => cachedIds.get(lesson, () => words?.related(lesson, MAX_RELATED) ?? []);
}

/** Limits for one lesson: own pages read, words searched, and pages of other lessons found. */
const LIMITS = { ownPages: 5, words: 30, foundPages: 100 };
/** Maximum time that a lesson's page waits for the result, in milliseconds; later visitors get it from the cache. */
const TIMEOUT_MS = 500;
/** Limits of the cache in lessons and milliseconds: a hosted backend gets at most two queries an hour for a cached lesson. */
const cacheLimits = { max: 1000, ttl: 3_600_000 };

/** Finds related lessons in a hosted backend, which has no table of rare words. Searches other lessons for this one's longest words. */
export function createHostedRelatedLessons(library: OpenLibrary): RelatedLessons {
  const list = async (...conditions: string[]) => {
    const queries = [Query.select(['lesson', 'search']), ...conditions];
    const { rows } = await listRows(library, 'pages', queries, false);
    return rows.map(({ lesson, search }) => ({ lesson: String(lesson), search: String(search ?? '') }));
  };
  const find = async (lessonId: string) => {
    const ownPages = await list(Query.equal('lesson', lessonId), Query.limit(LIMITS.ownPages));
    const words = distinctiveWords(
      ownPages.map(({ search }) => search),
      LIMITS.words,
    ).map((word) => ` ${word} `);
    if (words.length === 0) return [];
    const pages = await list(
      Query.contains('search', words),
      Query.notEqual('lesson', lessonId),
      Query.limit(LIMITS.foundPages),
    );
    const lessonsByWord = words.map(
      (word) => new Set(pages.filter(({ search }) => search.includes(word)).map(({ lesson }) => lesson)),
    );
    return mostSimilar(lessonsByWord, MAX_RELATED);
  };
  const idsByLesson = new LRUCache<string, readonly string[]>({ ...cacheLimits, fetchMethod: find });
  return async (lessonId) => {
    // If the backend fails or is slow, the page is shown without related lessons.
    const ids = await withTimeout(idsByLesson.fetch(lessonId), TIMEOUT_MS).catch(() => undefined);
    return ids ?? [];
  };
}
