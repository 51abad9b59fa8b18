import { beforeEach, describe, expect, test } from 'vitest';
import { coverPath } from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { exhaustedClient } from '../../../tests/support/request-clients.ts';
import { siteContent } from '../../../tests/support/site-content.ts';
import { createAddresses } from '../site-facts.ts';
import type { Drawing } from './drawing-process.ts';
import type { PictureResult } from './picture-store.ts';
import { createSharedPicturesApp } from './routes.ts';
import { iconHref, sharedPicture } from './share-card.ts';

const fiqh = categoryRow('c1', 'Fiqh');
const lesson = lessonRow(1, 'Wudu.pdf', fiqh);
const site = { ...siteContent, logo: '/assets/logo-1.svg' };
let drawings: Drawing[];
let drawPicture: () => PictureResult;
const app = createSharedPicturesApp(
  {
    list: memoryList([fiqh], [lesson]),
    site,
    addresses: createAddresses('https://example.org'),
    logo: { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
  },
  {
    draw: async (_key, drawing) => {
      drawings.push(drawing);
      return drawPicture();
    },
  },
  { cover: async () => drawPicture(), quote: async () => undefined },
);
const current = sharedPicture(site, 'ar', fiqh, lesson).path;

beforeEach(() => {
  drawings = [];
  drawPicture = () => ({ bytes: Buffer.from('picture') });
});

test('shows the half of a category name in its language', () => {
  const bilingualCategory = { $id: 'c2', categoryName: 'Prayer – الصلاة' };
  expect(sharedPicture(site, 'ar', bilingualCategory).card.title).toBe('الصلاة');
  expect(sharedPicture(site, 'en', bilingualCategory, lesson).card.above).toBe('Prayer');
});

describe('a preview picture', () => {
  test('is drawn once for its address and cached permanently', async () => {
    const response = await app.request(current);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(response.headers.get('cache-control')).toContain('immutable');
    // Feed readers that are websites show the picture on their pages.
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(drawings).toEqual([
      {
        kind: 'card',
        card: { language: 'ar', title: 'Wudu', above: 'Fiqh', below: site.preacherName.ar },
      },
    ]);
    const headers = { 'If-None-Match': response.headers.get('etag') ?? '' };
    expect((await app.request(current, { headers })).status).toBe(304);
    expect(drawings).toHaveLength(1);
  });

  test('of a former title redirects to the current one without a drawing', async () => {
    const formerResponse = await app.request(current.replace(/[0-9a-f]{10}\.jpg/, '0123456789.jpg'));
    expect([formerResponse.status, formerResponse.headers.get('location')]).toEqual([302, current]);
    expect(drawings).toEqual([]);
  });

  test.each([
    '/share/lesson-none-en-0123456789.jpg',
    '/share/category-none-en-0123456789.jpg',
    '/share/library-x-en-0123456789.jpg',
    '/share/..%2f..%2fminbar.db',
    '/share/x.jpg',
    '/icon/192-0123456789abcdef.png',
    '/lesson/none/cover-600.jpg?v=x',
  ])('%s responds 404 without a drawing', async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(drawings).toEqual([]);
  });

  test.each(['/share/lesson-none-en-0123456789.jpg', '/lesson/none/cover-600.jpg'])(
    '%s is looked up within the client’s budget',
    async (path) => expect((await app.request(path, {}, { client: exhaustedClient })).status).toBe(429),
  );

  test('that cannot be drawn now has a Retry-After', async () => {
    drawPicture = () => ({ fault: 'slow' });
    expect((await app.request(current)).headers.get('retry-after')).toBe('30');
    drawPicture = () => {
      throw new ApiError('general_server_busy', { retryAfter: '7' });
    };
    const busyResponse = await app.request(current);
    expect([busyResponse.status, busyResponse.headers.get('retry-after')]).toEqual([503, '7']);
  });
});

test('draws icons from the owner’s logo, and redirects Apple’s address', async () => {
  for (const name of ['192', '512', 'maskable', 'apple'] as const)
    expect((await app.request(iconHref(name, site.logo))).headers.get('content-type')).toBe('image/png');
  const apple = await app.request('/apple-touch-icon.png');
  expect(apple.headers.get('location')).toBe(iconHref('apple', site.logo));
});

test('redirects a cover of a former version to the current one', async () => {
  const cover = coverPath('lesson1', 600, 'file1');
  expect((await app.request(cover)).headers.get('content-type')).toBe('image/jpeg');
  const formerResponse = await app.request(coverPath('lesson1', 600, 'former'));
  expect([formerResponse.status, formerResponse.headers.get('location')]).toEqual([302, cover]);
});
