import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type HostedDouble, startHostedDouble } from '../../tests/support/hosted-double.ts';
import { visitHosted } from './hosted-visit.ts';
import { messagesIn } from './messages/messages-in.ts';

const site = 'https://mosque.example';
let hosted: HostedDouble;
beforeAll(async () => {
  hosted = await startHostedDouble({ siteOrigin: site });
});
afterEach(() => hosted.mend());
afterAll(() => hosted.stop());

const visitFrom = (origin: string | null) =>
  visitHosted(
    {
      endpoint: hosted.endpoint,
      projectId: 'minbar',
      databaseId: 'library',
      filesTableId: 'files',
      categoriesTableId: 'categories',
      pagesTableId: 'pages',
      bucketId: 'pdfs',
    },
    origin,
  );

test('finds why visitors of a hosted project would see no lesson', async () => {
  expect(await visitFrom(site)).toBeNull();
  expect(await visitFrom(null)).toBeNull();
  expect(await visitFrom('https://other.example')).toBe('otherSite');
  hosted.trouble({ private: ['/tables/files/rows'] });
  expect(await visitFrom(site)).toBe('private');
  hosted.mend();
  hosted.trouble({ proxy: 502 });
  expect(await visitFrom(site)).toBe('silent');
  hosted.mend();
  hosted.trouble({ cut: true });
  expect(await visitFrom(site)).toBe('silent');
});

test('the owner reads at the start what to do, and never a count of lessons that is not known', () => {
  for (const language of ['en', 'ar'] as const) {
    const { hostedFault } = messagesIn(language);
    expect(hostedFault.silent('https://x/v1', site)).not.toMatch(/\d lesson|درس/);
    expect(hostedFault.otherSite('https://x/v1', site)).toContain('mosque.example');
    expect(hostedFault.private('https://x/v1', site)).toMatch(/any/);
  }
});
