import { readChoice, store } from './browser-storage.ts';

/** Local storage key of the last page read in each lesson, newest last. */
const PAGES_KEY = 'pages';
const MAX_REMEMBERED = 50;

export type LastRead = readonly [id: string, page: number, pages?: number];

/** Returns this visitor's last pages, newest last. Never throws. */
export function lastRead(): LastRead[] {
  try {
    const reads: unknown = JSON.parse(readChoice(PAGES_KEY) ?? '[]');
    if (!Array.isArray(reads)) return [];
    return reads.filter((read) => typeof read?.[0] === 'string' && Number.isInteger(read[1]));
  } catch {
    return [];
  }
}

/** Remembers a page as the last one of its lesson. */
export function rememberRead(id: string, page: number, pages: number): void {
  const others = lastRead().filter(([other]) => other !== id);
  store(PAGES_KEY, JSON.stringify([...others, [id, page, pages]].slice(-MAX_REMEMBERED)));
}

/** Returns the page to continue from: of the last lesson read, unless it is its first or last page. */
export function readingToContinue(reads: readonly LastRead[]): LastRead | undefined {
  const [last] = reads.slice(-1);
  return last && last[1] > 1 && last[1] !== last[2] ? last : undefined;
}
