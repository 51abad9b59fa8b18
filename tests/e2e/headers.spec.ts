import { isHosted } from '../support/site.ts';
import { allFiles } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

const utf8 = /charset=utf-8/i;
test('each kind of response has the headers of its type', async ({ request, siteUrl }) => {
  const html = await (await request.get('/')).text();
  const script = /src="(\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const font = /href="(\/[^"]+\.woff2)"/.exec(html)?.[1] ?? '';
  expect([script, font].every(Boolean)).toBe(true);
  const [file] = await allFiles(siteUrl, 'en');
  const project = { 'x-appwrite-project': 'minbar' };
  const backend: [string, number, RegExp, Record<string, string>][] = [
    ['/v1/tablesdb/library/tables/files/rows', 200, /^application\/json/, project],
    ['/v1/no/such/route', 404, /^application\/json/, project],
    ['/v1/tablesdb/library/tables/none/rows', 404, /^application\/json/, project],
  ];
  const expectations: typeof backend = [
    ['/', 200, /^text\/html/, {}],
    ['/no/such-page', 404, /^text\/html/, {}],
    [script, 200, /javascript/, {}],
    [font, 200, /^font\/woff2/, {}],
    ...(isHosted ? [] : backend),
    [file?.url ?? '', 200, /^application\/pdf$/, {}],
  ];
  for (const [path, status, type, headers] of expectations) {
    const response = await request.get(path, { headers });
    const responseHeaders = response.headers();
    expect(response.status(), path).toBe(status);
    expect(responseHeaders['content-type'], path).toMatch(type);
    if (/^(text\/|application\/javascript)/.test(responseHeaders['content-type'] ?? '')) {
      expect(responseHeaders['content-type'], path).toMatch(utf8);
    }
    expect(responseHeaders['x-content-type-options'], path).toBe('nosniff');
    expect(responseHeaders.server, path).toBeUndefined();
    expect(responseHeaders['x-powered-by'], path).toBeUndefined();
    expect(responseHeaders['set-cookie'], path).toBeUndefined();
    if (type.source.includes('html')) {
      expect(responseHeaders['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
      expect(responseHeaders['permissions-policy'], path).toContain('camera=()');
      expect(responseHeaders['cross-origin-opener-policy'], path).toBe('same-origin');
      expect(responseHeaders['x-frame-options'], path).toBe('DENY');
    }
    if (/html|json/.test(type.source))
      expect(responseHeaders['content-security-policy'], path).toContain("default-src 'none'");
  }
});

test('the home page and its scripts contain no key and no private setting', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const bundles = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  const texts = await Promise.all(bundles.map(async (path) => (await request.get(path)).text()));
  for (const body of [html, ...texts]) {
    expect(body).not.toMatch(/standard_[0-9a-f-]{8,}|APPWRITE_API_KEY|DATA_DIR|LIBRARY_DIR/);
  }
});
