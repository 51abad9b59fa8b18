import { startSite } from '../../support/site.ts';

/** Playwright's global setup: one site for all tests that only read. The workers find it in `SHARED_SITE`. */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  const site = await startSite();
  // The reader has low priority: next to the tests it might finish too late for them.
  await site.wordsRead();
  process.env.SHARED_SITE = site.url;
  return site.stop;
}
