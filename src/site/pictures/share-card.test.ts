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
    draw: async (_place, drawing) => {
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

test('a picture shows the half of a category in its language', () => {
  const both = { $id: 'c2', categoryName: 'Prayer – الصلاة' };
  expect(sharedPicture(site, 'ar', both).card.title).toBe('الصلاة');
  expect(sharedPicture(site, 'en', both, lesson).card.above).toBe('Prayer');
});

describe('a picture to share', () => {
  test('is drawn for its address alone, and may be kept for ever', async () => {
    const answer = await app.request(current);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    // A reader of feeds in a browser shows it on its own pages.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(drawings).toEqual([
      {
        kind: 'card',
        card: { language: 'ar', title: 'Wudu', above: 'Fiqh', below: site.preacherName.ar },
      },
    ]);
    const headers = { 'If-None-Match': answer.headers.get('etag') ?? '' };
    expect((await app.request(current, { headers })).status).toBe(304);
    expect(drawings).toHaveLength(1);
  });

  test('of a former title leads to that of the present one, and is not drawn', async () => {
    const former = await app.request(current.replace(/[0-9a-f]{10}\.jpg/, '0123456789.jpg'));
    expect([former.status, former.headers.get('location')]).toEqual([302, current]);
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
  ])('%s is none, and costs no drawing', async (path) => {
    const answer = await app.request(path);
    expect(answer.status).toBe(404);
    expect(drawings).toEqual([]);
  });

  test.each(['/share/lesson-none-en-0123456789.jpg', '/lesson/none/cover-600.jpg'])(
    '%s is looked up in the turn of whoever asks',
    async (path) => expect((await app.request(path, {}, { client: exhaustedClient })).status).toBe(429),
  );

  test('that cannot be drawn now is told when to come back', async () => {
    drawPicture = () => ({ fault: 'slow' });
    expect((await app.request(current)).headers.get('retry-after')).toBe('30');
    drawPicture = () => {
      throw new ApiError('general_server_busy', { retryAfter: '7' });
    };
    const busy = await app.request(current);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '7']);
  });
});

test('icons are drawn of the owner’s logo, and Apple’s phones find theirs', async () => {
  for (const name of ['192', '512', 'maskable', 'apple'] as const)
    expect((await app.request(iconHref(name, site.logo))).headers.get('content-type')).toBe('image/png');
  const apple = await app.request('/apple-touch-icon.png');
  expect(apple.headers.get('location')).toBe(iconHref('apple', site.logo));
});

test('a cover is of the edition there is now', async () => {
  const cover = coverPath('lesson1', 600, 'file1');
  expect((await app.request(cover)).headers.get('content-type')).toBe('image/jpeg');
  const former = await app.request(coverPath('lesson1', 600, 'former'));
  expect([former.status, former.headers.get('location')]).toEqual([302, cover]);
});
