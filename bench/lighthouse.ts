import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { languages } from '../src/contract/language.ts';
import { chromiumFlags, requireChromium } from '../tests/e2e/browsers/chromium.ts';
import { pageKinds } from '../tests/e2e/support/page-kinds.ts';
import { MissingProgram } from './harness/processes.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { startSite } from './harness/site.ts';

/** The least score of each category. Lighthouse itself calls a performance of 90 green. */
const leastScores = { performance: 90, accessibility: 100, 'best-practices': 100, seo: 100 };
const program = fileURLToPath(new URL('node_modules/lighthouse/cli/index.js', import.meta.url));

async function readScores(url: string): Promise<number[]> {
  const flags = ['--headless=new', ...chromiumFlags].join(' ');
  const args = [program, url, '--quiet', '--output=json', `--chrome-flags=${flags}`];
  const env = { ...process.env, CHROME_PATH: requireChromium() };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 27 });
  const { categories } = JSON.parse(stdout);
  return Object.keys(leastScores).map((name) => Math.round(categories[name].score * 100));
}

/** `npm run bench -- lighthouse`: Lighthouse's scores of each kind of page on the phone and the line that it simulates. */
export async function main(): Promise<void> {
  if (!existsSync(program))
    throw new MissingProgram('This benchmark needs Lighthouse: npm ci --prefix bench');
  const site = await startSite();
  try {
    const rows: (string | number)[][] = [];
    for (const [kind, pathOf] of Object.entries(pageKinds))
      for (const language of languages) {
        const url = new URL(await pathOf(site.url), site.url);
        url.searchParams.set('lang', language);
        const scores = await readScores(url.href);
        // Searches are deliberately not indexed, which costs points in SEO.
        const least = Object.entries(leastScores).map(([name, score]) =>
          name === 'seo' && kind === 'search' ? 0 : score,
        );
        const isMet = scores.every((score, at) => score >= (least[at] ?? 0));
        rows.push([`${kind}, ${language}`, ...scores, verdict(isMet)]);
      }
    writeSection(
      'lighthouse',
      `## Lighthouse on a phone

Lighthouse with its own settings for a phone (simulated slow 4G, a processor 4 times slower). One run a page.

${table(['page', ...Object.keys(leastScores), 'verdict'], rows)}`,
    );
  } finally {
    await site.stop();
  }
}
