import { createHash } from 'node:crypto';
import { backendOf, isHosted } from '../support/site.ts';
import { allFiles } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

const pages = ['/', '/?lang=ar', '/?page=2', '/no/such-page'];

test('the security policy of pages allows only the sources they need', async ({ request, siteUrl }) => {
  const backendOrigins = isHosted ? [backendOf(siteUrl), backendOf(siteUrl).replace('http', 'ws')] : [];
  for (const path of pages) {
    const headers = (await request.get(path)).headers();
    const policy = new Map(
      (headers['content-security-policy'] ?? '')
        .split(';')
        .map((directive) => directive.trim().split(' '))
        .map(([name = '', ...sources]) => [name, sources]),
    );
    expect(policy.get('default-src'), path).toEqual(["'none'"]);
    for (const name of ['base-uri', 'object-src', 'frame-ancestors'])
      expect(policy.get(name), name).toEqual(["'none'"]);
    for (const name of ['font-src', 'manifest-src', 'form-action'])
      expect(policy.get(name), name).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'", ...backendOrigins]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
    for (const name of ['script-src', 'style-src']) {
      const [self, ...hashes] = policy.get(name) ?? [];
      expect(self, name).toBe("'self'");
      for (const hash of hashes) expect(hash, name).toMatch(/^'sha256-[\w+/]+=*'$/);
    }
  }
});

test('the security policy has the hash of every inline script and style', async ({ request }) => {
  for (const path of pages) {
    const response = await request.get(path);
    const html = await response.text();
    const policy = response.headers()['content-security-policy'] ?? '';
    const inline = [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)]
      .filter(([, , attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes))
      .map(([, , , content = '']) => content);
    expect(inline.length).toBeGreaterThan(0);
    for (const content of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
    }
    expect(html).not.toMatch(/<[a-z][^>]*\s(style|on[a-z]+)="/);
  }
});

test('pages can be cached and revalidated', async ({ request }) => {
  const first = await request.get('/');
  const { etag = '', vary, 'cache-control': caching } = first.headers();
  expect(etag).not.toBe('');
  expect(caching).toMatch(/no-cache|max-age=0/);
  expect(vary ?? '').toMatch(/^(accept-encoding)?$/i);
  const revalidated = await request.get('/', { headers: { 'if-none-match': etag } });
  expect(revalidated.status()).toBe(304);
  expect(first.headers()['set-cookie']).toBeUndefined();
});

const utf8 = /charset=utf-8/i;
test('every response has the headers of its type', async ({ request, siteUrl }) => {
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
    if (type.source.includes('json')) {
      expect(responseHeaders['content-security-policy'], path).toContain("default-src 'none'");
    }
  }
});

test('built files are immutable', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, script = ''] = /src="(\/[^"]+\.js)"/.exec(html) ?? [];
  expect((await request.get(script)).headers()['cache-control']).toContain('immutable');
});

test('pages refuse methods that write', async ({ request }) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await request.fetch('/', { method });
    expect(response.status(), method).toBe(405);
    expect(response.headers().allow, method).toContain('GET');
  }
});

test('HEAD has the headers of GET without a body', async ({ request }) => {
  const [getResponse, headResponse] = [await request.get('/'), await request.head('/')];
  expect(headResponse.status()).toBe(200);
  expect((await headResponse.body()).length).toBe(0);
  expect(headResponse.headers()['content-type']).toBe(getResponse.headers()['content-type']);
});

test('pages and scripts contain no key and no private setting', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const bundles = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  const texts = await Promise.all(bundles.map(async (path) => (await request.get(path)).text()));
  for (const body of [html, ...texts]) {
    expect(body).not.toMatch(/standard_[0-9a-f-]{8,}|APPWRITE_API_KEY|DATA_DIR|LIBRARY_DIR/);
  }
});
