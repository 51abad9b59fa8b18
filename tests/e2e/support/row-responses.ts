import type { Page, Route } from '@playwright/test';

type Table = 'files' | 'categories';
type Answer = (route: Route) => Promise<void>;

const rowsOf = (table: Table): RegExp => new RegExp(`/v1/tablesdb/[^/]+/tables/${table}/rows(\\?|$)`);

/** Answers the browser's requests for a table in place of the backend, until the returned function is called. */
export async function respondToRows(page: Page, table: Table, answer: Answer): Promise<() => Promise<void>> {
  const pattern = rowsOf(table);
  await page.route(pattern, answer);
  return () => page.unroute(pattern, answer);
}

const json =
  (body: string, status = 200): Answer =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body });

const row = {
  $id: 'one',
  $createdAt: '2026-01-01T00:00:00.000+00:00',
  $updatedAt: '2026-01-01T00:00:00.000+00:00',
};

/** A well-formed row of the files table, for a test to corrupt. */
export const validFile = {
  ...row,
  url: '/v1/storage/buckets/pdfs/files/one/view?project=minbar',
  fileName: 'A lesson.pdf',
  fileSize: 2_516_582,
  fileId: 'one',
  category: { ...row, $id: 'cat', categoryName: 'A category' },
};

export const rows = (...files: unknown[]): Answer =>
  json(JSON.stringify({ total: files.length, rows: files }));

/** Every failure of a load that a visitor may meet. */
export const failures: Record<string, Answer> = {
  'a 500': json('{"message":"Server Error","code":500,"type":"general_unknown","version":"2.0.0"}', 500),
  'a 500 that is no JSON': (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }),
  'a 404': json('{"message":"Database not found","code":404,"type":"database_not_found"}', 404),
  'a 429': json('{"message":"Rate limit exceeded","code":429,"type":"general_rate_limit_exceeded"}', 429),
  'a page of HTML': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wi-Fi login</title>' }),
  'JSON cut short': json('{"total":5,"rows":[{"$id":"one","fileName":"A le'),
  'an empty body': json(''),
  'a 204': (route) => route.fulfill({ status: 204 }),
  'no list': json('{"documents":[]}'),
  'a row that is no object': json('{"total":1,"rows":["lesson"]}'),
  'a row without its fields': json('{"total":1,"rows":[{"$id":"one"}]}'),
  'a row without a category': json(JSON.stringify({ total: 1, rows: [{ ...validFile, category: null }] })),
  'a cut connection': (route) => route.abort('connectionreset'),
};

/** A request that gets no response. */
export const neverRespond: Answer = () => new Promise(() => undefined);

/** Holds the backend's response until `open` is called. */
export function gate(): { open: () => void; answer: Answer } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    open: resolve,
    answer: async (route) => {
      await promise;
      await route.continue();
    },
  };
}
