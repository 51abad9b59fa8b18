import type { Page, Route } from '@playwright/test';

type Table = 'files' | 'categories';
type RouteHandler = (route: Route) => Promise<void>;

const rowsOf = (table: Table): RegExp => new RegExp(`/v1/tablesdb/[^/]+/tables/${table}/rows(\\?|$)`);

/** Passes the browser's requests for rows of a table to `handler`, until the returned function is called. */
export async function respondToRows(
  page: Page,
  table: Table,
  handler: RouteHandler,
): Promise<() => Promise<void>> {
  const pattern = rowsOf(table);
  await page.route(pattern, handler);
  return () => page.unroute(pattern, handler);
}

const json =
  (body: string, status = 200): RouteHandler =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body });

const row = {
  $id: 'one',
  $createdAt: '2026-01-01T00:00:00.000+00:00',
  $updatedAt: '2026-01-01T00:00:00.000+00:00',
};

/** A valid row of the files table, which tests may corrupt. */
export const validFile = {
  ...row,
  url: '/v1/storage/buckets/pdfs/files/one/view?project=minbar',
  fileName: 'A lesson.pdf',
  fileSize: 2_516_582,
  fileId: 'one',
  category: { ...row, $id: 'cat', categoryName: 'A category' },
};

export const respondWithRows = (...files: unknown[]): RouteHandler =>
  json(JSON.stringify({ total: files.length, rows: files }));

/** Failed and malformed responses that a visitor can get. */
export const failures: Record<string, RouteHandler> = {
  'a 500': json('{"message":"Server Error","code":500,"type":"general_unknown","version":"2.0.0"}', 500),
  'a 500 that is not JSON': (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }),
  'a 404': json('{"message":"Database not found","code":404,"type":"database_not_found"}', 404),
  'a 429': json('{"message":"Rate limit exceeded","code":429,"type":"general_rate_limit_exceeded"}', 429),
  'a page of HTML': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wi-Fi login</title>' }),
  'truncated JSON': json('{"total":5,"rows":[{"$id":"one","fileName":"A le'),
  'an empty body': json(''),
  'a 204': (route) => route.fulfill({ status: 204 }),
  'an object without rows': json('{"documents":[]}'),
  'a row that is not an object': json('{"total":1,"rows":["lesson"]}'),
  'a row without its fields': json('{"total":1,"rows":[{"$id":"one"}]}'),
  'a row without a category': json(JSON.stringify({ total: 1, rows: [{ ...validFile, category: null }] })),
  'a reset connection': (route) => route.abort('connectionreset'),
};

/** Leaves a request without a response. */
export const neverRespond: RouteHandler = () => new Promise(() => undefined);

/** Holds requests back until `open` is called, then sends them to the backend. */
export function delayedResponse(): { open: () => void; respond: RouteHandler } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    open: resolve,
    respond: async (route) => {
      await promise;
      await route.continue();
    },
  };
}
