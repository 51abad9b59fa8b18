import { terms } from './titles.ts';

/** Milliseconds allowed at the 95th percentile of a first page, a total and page 50,000 of a library of so many files. */
export function allowedMs(kind: 'page' | 'total' | 'far', count: number): number {
  if (kind === 'far') return 50;
  if (count <= 10_000) return 5;
  return count <= 100_000 ? 10 : 100;
}

const contains = (term: string) => ({ method: 'contains', attribute: 'fileName', values: [term] });
const order = (method: string, attribute: string) => ({ method, attribute });
export const byName = order('orderAsc', 'fileName');
const inCategory = (id: string) => ({ method: 'equal', attribute: 'category.$id', values: [id] });
export const limit = { method: 'limit', values: [10] };
const offset = (rows: number) => ({ method: 'offset', values: [rows] });
export const select = { method: 'select', values: ['*', 'category.*'] };

export interface Question {
  readonly label: string;
  readonly kind: 'page' | 'total' | 'far';
  readonly queries: readonly object[];
  /** The same query in plain SQL. */
  readonly plain: string;
  readonly values: readonly string[];
  /** The language of the sort order; English if absent. */
  readonly locale?: string;
}

const like = 'SELECT * FROM "rows/library/files" WHERE fileName LIKE ? ORDER BY fileName LIMIT 10';
const likeCount = 'SELECT count(*) FROM "rows/library/files" WHERE fileName LIKE ?';
const list = (rest: string) => `SELECT * FROM "rows/library/files" ${rest}`;

/** The queries for a library of this size. */
export function questions(count: number): Question[] {
  const far = Math.max(0, Math.min(500_000, count) - 10);
  const page = (label: string, queries: object[], plain: string): Question => ({
    label,
    kind: 'page',
    queries,
    plain,
    values: [],
  });
  const lists = [
    page('list by name', [byName], list('ORDER BY fileName LIMIT 10')),
    page(
      'list by name, descending',
      [order('orderDesc', 'fileName')],
      list('ORDER BY fileName DESC LIMIT 10'),
    ),
    page('list by date', [order('orderDesc', '$createdAt')], list('ORDER BY _created DESC LIMIT 10')),
    page(
      'page 100 of a category',
      [byName, inCategory('c0'), offset(990)],
      list("WHERE category = 'c0' ORDER BY fileName LIMIT 10 OFFSET 990"),
    ),
    ...[byName, order('orderDesc', 'fileName'), order('orderDesc', '$createdAt')].map(
      (one): Question => ({
        label: `page 50,000 ${one.attribute === 'fileName' ? 'by name' : 'by date'}${one.method === 'orderDesc' ? ', descending' : ''}`,
        kind: 'far',
        queries: [one, offset(far)],
        plain: list(
          `ORDER BY ${one.attribute === 'fileName' ? 'fileName' : '_created'} LIMIT 10 OFFSET ${far}`,
        ),
        values: [],
      }),
    ),
    {
      ...page('list by name, in Arabic', [byName], list('ORDER BY fileName LIMIT 10')),
      locale: 'ar',
    },
    {
      label: 'page 50,000 by name, in Arabic',
      kind: 'far',
      queries: [byName, offset(far)],
      plain: list(`ORDER BY fileName LIMIT 10 OFFSET ${far}`),
      values: [],
      locale: 'ar',
    } as const,
    {
      label: 'total of all',
      kind: 'total',
      queries: [],
      plain: 'SELECT count(*) FROM "rows/library/files"',
      values: [],
    } as const,
    {
      label: 'total of a category',
      kind: 'total',
      queries: [inCategory('c0')],
      plain: `SELECT count(*) FROM "rows/library/files" WHERE category = 'c0'`,
      values: [],
    } as const,
  ];
  const searches = terms.flatMap(([label, term]): Question[] => [
    {
      label: `search ${label}`,
      kind: 'page',
      queries: [byName, contains(term)],
      plain: like,
      values: [`%${term}%`],
    },
    {
      label: `total ${label}`,
      kind: 'total',
      queries: [contains(term)],
      plain: likeCount,
      values: [`%${term}%`],
    },
  ]);
  const others: Question[] = [
    {
      label: 'search 6 letters, newest first',
      kind: 'page',
      queries: [order('orderDesc', '$createdAt'), contains('الدرس')],
      plain: like,
      values: ['%الدرس%'],
    },
    {
      label: 'search 1 letter, in all titles, in Arabic order',
      kind: 'page',
      queries: [byName, contains('p')],
      plain: like,
      values: ['%p%'],
      locale: 'ar',
    },
    {
      label: 'search 6 letters, names descending',
      kind: 'page',
      queries: [order('orderDesc', 'fileName'), contains('lesson')],
      plain: like,
      values: ['%lesson%'],
    },
    {
      label: 'search 3 letters in a small category',
      kind: 'page',
      queries: [byName, contains('fiq'), inCategory('c99')],
      plain: like,
      values: ['%fiq%'],
    },
    {
      label: 'search 6 letters, in no order',
      kind: 'page',
      queries: [contains('lesson')],
      plain: like,
      values: ['%lesson%'],
    },
    {
      label: 'total 6 letters in a large category',
      kind: 'total',
      queries: [contains('lesson'), inCategory('c0')],
      plain: likeCount,
      values: ['%lesson%'],
    },
    {
      label: 'total 3 letters in a large category',
      kind: 'total',
      queries: [contains('fiq'), inCategory('c0')],
      plain: likeCount,
      values: ['%fiq%'],
    },
  ];
  return [...lists, ...searches, ...others];
}
