import { startSite } from '../../support/site.ts';

/** Playwright's global setup: starts one site for all read-only tests, with its address in `SHARED_SITE`. */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  const site = await startSite({ FRAME_ORIGINS: 'https://center.example' });
  // Waits for the texts of lessons, because their reader has low priority and would be late while tests run.
  await site.waitForWords();
  process.env.SHARED_SITE = site.url;
  return site.stop;
}
