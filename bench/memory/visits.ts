import { Agent, request } from 'node:http';

/** Addresses of the site in the share visitors ask for them. */
export interface Visit {
  path: string;
  headers: Record<string, string>;
}

const packed = { 'Accept-Encoding': 'gzip, deflate, br' };
const terms = ['prayer', 'صلاة', 'fasting', 'zakah', 'noor', 'adab', 'ramadan', 'قرآن', 'nothing like it'];
const sorts = ['fileName-desc', '$createdAt-desc', '$createdAt-asc'];

/** A mixed crowd: pages in both languages, filters, searches, pages of the list, assets, rows, lessons, wrong addresses. */
export function visitOf(index: number, paths: { assets: string[]; lessons: string[] }): Visit {
  const pick = <T>(list: readonly T[]): T => list[index % list.length] as T;
  const language = index % 3 === 0 ? 'lang=ar&' : '';
  const kinds: (() => string)[] = [
    () => '/',
    () => '/?lang=ar',
    () => `/?${language}page=${1 + (index % 5)}`,
    () => `/?${language}search=${encodeURIComponent(pick(terms))}`,
    () => `/?${language}search=visitor+${index}`,
    () => `/?${language}sort=${pick(sorts)}`,
    () => pick(paths.assets),
    () => pick(paths.lessons),
    () => '/v1/tablesdb/library/tables/files/rows?project=minbar',
    () => `/nowhere/${index}`,
  ];
  const kind = kinds[Math.floor(index / 7) % kinds.length] as () => string;
  return { path: kind(), headers: packed };
}

/**
 * Makes `count` visits over keep-alive connections, as fast as possible, and returns the milliseconds of each.
 * Rejects if the site fails or refuses one.
 */
export async function visitMany(
  siteUrl: string,
  count: number,
  visit: (index: number) => Visit,
  connections = 64,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const times: number[] = [];
  const visitor = async (_: unknown, who: number) => {
    while (next < count) {
      const { path, headers: said } = visit(next++);
      const headers = { ...said, 'X-Forwarded-For': `10.1.0.${who}` };
      const begun = performance.now();
      await new Promise<void>((resolve, reject) => {
        request(siteUrl + path, { agent, headers }, (answer) => {
          const { statusCode = 500 } = answer;
          const failed = statusCode >= 500 || statusCode === 429;
          answer.resume();
          answer.once('end', () => (failed ? reject(new Error(`${path}: ${answer.statusCode}`)) : resolve()));
          answer.once('error', reject);
        })
          .once('error', reject)
          .end();
      });
      times.push(performance.now() - begun);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, visitor));
  } finally {
    agent.destroy();
  }
  return times;
}
