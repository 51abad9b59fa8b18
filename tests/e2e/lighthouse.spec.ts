import { createServer } from 'node:net';
import { chromium, expect, test } from '@playwright/test';
import lighthouse from 'lighthouse';

/** What Lighthouse waits for else, ten seconds a page, is for its measurements: here nothing is timed. */
const atOnce = {
  pauseAfterLoadMs: 1,
  pauseAfterFcpMs: 1,
  networkQuietThresholdMs: 1,
  cpuQuietThresholdMs: 1,
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function addresses(site: string): Promise<string[]> {
  const read = async (path: string) => (await fetch(new URL(path, site))).json();
  const [lesson] = (await read('/feed.json')).items;
  const category = (await read('/opds/v2')).navigation.at(-1).href.split('/').at(-1);
  const { pathname } = new URL(lesson.id);
  // Each kind of page once, for a page takes seconds; axe looks at all of them in both languages (accessibility.spec.ts).
  return ['/?lang=ar', `/?lang=en&category=${category}`, '/?lang=ar&search=wudu', `${pathname}?lang=en`];
}

test('Lighthouse finds nothing to mend on a phone: accessibility, best practices, search engines', async () => {
  test.setTimeout(300_000);
  const site = process.env.SHARED_SITE ?? '';
  const port = await freePort();
  const { args, executablePath } = test.info().project.use.launchOptions ?? {};
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...(args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    for (const address of await addresses(site)) {
      const run = await lighthouse(new URL(address, site).href, {
        port,
        logLevel: 'silent',
        output: 'json',
        onlyCategories: ['accessibility', 'best-practices', 'seo'],
        // A search is in no index, on purpose.
        skipAudits: address.includes('search=') ? ['is-crawlable'] : null,
        throttlingMethod: 'provided',
        disableFullPageScreenshot: true,
        ...atOnce,
      });
      const { categories = {}, audits = {} } = run?.lhr ?? {};
      const wanting = Object.values(categories)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
      expect(
        wanting.map(({ id }) => id),
        address,
      ).toEqual([]);
      expect(
        Object.values(categories).map(({ score }) => score),
        address,
      ).toEqual([1, 1, 1]);
    }
  } finally {
    await browser.close();
  }
});
