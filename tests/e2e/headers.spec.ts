import { createHash } from 'node:crypto';
import { backendOf, isHosted } from '../support/site.ts';
import { allFiles } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

const pages = ['/', '/?lang=ar', '/?page=2', '/no/such-page'];

test('pages allow only what they need', async ({ request, siteUrl }) => {
  const elsewhere = isHosted ? [backendOf(siteUrl), backendOf(siteUrl).replace('http', 'ws')] : [];
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
    expect(policy.get('connect-src')).toEqual(["'self'", ...elsewhere]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
    for (const name of ['script-src', 'style-src']) {
      const [self, ...hashes] = policy.get(name) ?? [];
      expect(self, name).toBe("'self'");
      for (const hash of hashes) expect(hash, name).toMatch(/^'sha256-[\w+/]+=*'$/);
    }
  }
});

test('every inline script and style is one the policy knows', async ({ request }) => {
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

test('pages can be kept by a cache, and be asked for again cheaply', async ({ request }) => {
  const first = await request.get('/');
  const { etag = '', vary, 'cache-control': caching } = first.headers();
  expect(etag).not.toBe('');
  expect(caching).toMatch(/no-cache|max-age=0/);
  expect(vary ?? '').toMatch(/^(accept-encoding)?$/i);
  const again = await request.get('/', { headers: { 'if-none-match': etag } });
  expect(again.status()).toBe(304);
  expect(first.headers()['set-cookie']).toBeUndefined();
});

const text = /charset=utf-8/i;
test('every answer carries the headers of its kind', async ({ request, siteUrl }) => {
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
  const answers: typeof backend = [
    ['/', 200, /^text\/html/, {}],
    ['/no/such-page', 404, /^text\/html/, {}],
    [script, 200, /javascript/, {}],
    [font, 200, /^font\/woff2/, {}],
    ...(isHosted ? [] : backend),
    [file?.url ?? '', 200, /^application\/pdf$/, {}],
  ];
  for (const [path, status, type, headers] of answers) {
    const answer = await request.get(path, { headers });
    const answerHeaders = answer.headers();
    expect(answer.status(), path).toBe(status);
    expect(answerHeaders['content-type'], path).toMatch(type);
    if (/^(text\/|application\/javascript)/.test(answerHeaders['content-type'] ?? '')) {
      expect(answerHeaders['content-type'], path).toMatch(text);
    }
    expect(answerHeaders['x-content-type-options'], path).toBe('nosniff');
    expect(answerHeaders.server, path).toBeUndefined();
    expect(answerHeaders['x-powered-by'], path).toBeUndefined();
    expect(answerHeaders['set-cookie'], path).toBeUndefined();
    if (type.source.includes('html')) {
      expect(answerHeaders['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
      expect(answerHeaders['permissions-policy'], path).toContain('camera=()');
      expect(answerHeaders['cross-origin-opener-policy'], path).toBe('same-origin');
      expect(answerHeaders['x-frame-options'], path).toBe('DENY');
    }
    if (type.source.includes('json')) {
      expect(answerHeaders['content-security-policy'], path).toContain("default-src 'none'");
    }
  }
});

test('built files are kept for ever, pages are not', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, script = ''] = /src="(\/[^"]+\.js)"/.exec(html) ?? [];
  expect((await request.get(script)).headers()['cache-control']).toContain('immutable');
});

test('a page is read only: every other method is refused', async ({ request }) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await request.fetch('/', { method });
    expect(response.status(), method).toBe(405);
    expect(response.headers().allow, method).toContain('GET');
  }
});

test('HEAD says what GET would, without a body', async ({ request }) => {
  const [get, head] = [await request.get('/'), await request.head('/')];
  expect(head.status()).toBe(200);
  expect((await head.body()).length).toBe(0);
  expect(head.headers()['content-type']).toBe(get.headers()['content-type']);
});

test('the state in the page names no key, and only public settings', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const bundles = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  const texts = await Promise.all(bundles.map(async (path) => (await request.get(path)).text()));
  for (const body of [html, ...texts]) {
    expect(body).not.toMatch(/standard_[0-9a-f-]{8,}|APPWRITE_API_KEY|DATA_DIR|LIBRARY_DIR/);
  }
});
