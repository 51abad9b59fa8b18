import { startSite } from '../../support/site.ts';

/** Playwright's global setup: one site for all tests that only read. The workers find it in `SHARED_SITE`. */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  const site = await startSite();
  // Whoever reads yields to everybody: beside the tests it might not come to its turn before they wait for it in vain.
  await site.wordsRead();
  process.env.SHARED_SITE = site.url;
  return site.stop;
}
