import { startSite } from '../../support/site.ts';

/** Playwright's global setup: one site for all read-only tests. The workers find it in `SHARED_SITE`. */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  const site = await startSite({ FRAME_ORIGINS: 'https://center.example' });
  // The reader has low priority and might finish too late while tests run.
  await site.wordsRead();
  process.env.SHARED_SITE = site.url;
  return site.stop;
}
