import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { languages } from '#contract/language.ts';
import { chromiumFlags, ensureChromium } from '../tests/support/chromium.ts';
import { freePort } from '../tests/support/free-port.ts';
import { pageKinds } from '../tests/support/page-kinds.ts';
import { inTurns } from './harness/in-turns.ts';
import { machine } from './harness/machine.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { startSiteProcess } from './harness/site-process.ts';
import { median } from './harness/statistics.ts';

/** Lighthouse itself calls a page green from here on. */
const least = 90;

/** The audits that its score is made of, and how each is written. */
const figures = {
  'first-contentful-paint': (value: number) => value.toFixed(0),
  'largest-contentful-paint': (value: number) => value.toFixed(0),
  'speed-index': (value: number) => value.toFixed(0),
  'total-blocking-time': (value: number) => value.toFixed(0),
  'cumulative-layout-shift': (value: number) => value.toFixed(4),
};

type Measured = Record<'score' | keyof typeof figures, number>;

async function audit(url: string, port: number): Promise<Measured> {
  const run = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: ['performance'] });
  const { categories, audits, runtimeError } = run?.lhr ?? {};
  const score = categories?.performance?.score;
  if (!audits || typeof score !== 'number') throw new Error(runtimeError?.message ?? `${url} has no score`);
  const values = Object.keys(figures).map((name) => [name, audits[name]?.numericValue ?? Number.NaN]);
  return { ...Object.fromEntries(values), score: score * 100 };
}

/** `npm run bench -- lighthouse`: Lighthouse's performance of each kind of page, on the phone and the line that it simulates. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  const rounds = Number(values.rounds);
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  });
  const site = await startSiteProcess();
  try {
    const pages = await Promise.all(
      Object.entries(pageKinds).flatMap(([kind, pathOf]) =>
        languages.map(async (language) => {
          const url = new URL(await pathOf(site.url), site.url);
          url.searchParams.set('lang', language);
          return [`${kind}, ${language === 'en' ? 'English' : 'Arabic'}`, url.href] as const;
        }),
      ),
    );
    const measures = pages.map(([name, url]) => [name, () => audit(url, port)] as const);
    const seen = await inTurns(rounds, Object.fromEntries(measures));
    const rows = Object.entries(seen).map(([name, all]) => {
      const middle = (figure: keyof Measured) => median(all.map((one) => one[figure]));
      const written = Object.entries(figures).map(([figure, write]) =>
        write(middle(figure as keyof Measured)),
      );
      return [name, middle('score').toFixed(0), ...written, verdict(middle('score') >= least)];
    });
    writeSection(
      'lighthouse',
      `## Lighthouse: performance on a phone

${machine(`Chromium ${browser.version()}`)}

Lighthouse with its own settings for a phone: it loads a page as fast as this machine does, and reckons what a slow 4G line (1.6 Mbit/s, 150 ms)
and a processor 4 times slower would make of it. The site is asked directly, without TLS or HTTP/2. Medians of ${rounds} rounds, milliseconds;
accessibility, best practices and SEO are tests (\`tests/e2e/alone/lighthouse.spec.ts\`).

${table(['page', 'score', 'first paint', 'largest paint', 'speed index', 'blocking', 'layout shift', `aim ${least}`], rows)}`,
    );
  } finally {
    await browser.close();
    await site.stop();
  }
}
