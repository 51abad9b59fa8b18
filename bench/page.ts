import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { inTurns } from './harness/in-turns.ts';
import { machine } from './harness/machine.ts';
import { type Nginx, type ServedFile, startNginx } from './harness/nginx.ts';
import { need, versionOf } from './harness/programs.ts';
import { writeSection } from './harness/report.ts';
import { startSiteProcess, temporaryFolder } from './harness/site-process.ts';
import { noLine, startSlowLine } from './harness/slow-line.ts';
import { atFirstSight, forewarned, isLost, onceSettled } from './page/actions.ts';
import { clientRendered, smallest } from './page/builds.ts';
import { libraryFacts } from './page/library-facts.ts';
import { packed } from './page/packed.ts';
import { pageReport } from './page/page-report.ts';
import { launch, type Marks, throttle } from './page/phone.ts';
import { assetsOf, staticHtml } from './page/static-page.ts';
import { view } from './page/views.ts';

/** The pages compared with, served by nginx; what it has not is handed on to the site. `secure` is a further address for it. */
async function startReferences(folder: string, siteUrl: string, secure?: string): Promise<Nginx> {
  const pages = await Promise.all(
    ['/', '/?lang=ar'].map(async (path) => (await fetch(siteUrl + path)).text()),
  );
  const [english = '', arabic = ''] = pages;
  const state = /<script type="application\/json" id="state">([\s\S]*?)<\/script>/.exec(english)?.[1] ?? '{}';
  const { files: _files, categories: _categories, counts: _counts, ...facts } = JSON.parse(state);
  const library = await libraryFacts(siteUrl);
  const files: ServedFile[] = [
    packed('/static-en', staticHtml(english), 'html'),
    packed('/static-ar', staticHtml(arabic), 'html'),
    ...(await assetsOf(siteUrl, english + arabic)),
    ...(await clientRendered('/client-rendered', facts)),
    ...(await smallest('/smallest', library)),
  ];
  const once = new Map(files.map((file) => [file.path, file]));
  return startNginx(folder, [...once.values()], {
    proxied: { path: '/', to: siteUrl },
    ...(secure === undefined ? {} : { secure }),
  });
}

function views(browser: Browser, site: string, nginx: string, rounds: number) {
  const pages = {
    'Minbar, English': `${site}/`,
    'static, English': `${nginx}/static-en`,
    'client-rendered, English': `${nginx}/client-rendered`,
    'Minbar, Arabic': `${site}/?lang=ar`,
    'static, Arabic': `${nginx}/static-ar`,
    'client-rendered, Arabic': `${nginx}/client-rendered?lang=ar`,
  };
  const measures = Object.entries(pages).map(([name, url]) => [name, () => view(browser, url)] as const);
  return inTurns<Marks>(rounds, Object.fromEntries(measures));
}

/** The first views over a real line with TLS and HTTP/2, the browser at its far end; a sentence where there can be none. */
async function overLine(
  folder: string,
  siteUrl: string,
  rounds: number,
): Promise<Record<string, Marks[]> | string> {
  const reason = noLine();
  if (reason !== undefined) return reason;
  const line = await startSlowLine(folder, throttle);
  try {
    const nginx = await startReferences(folder, siteUrl, line.address);
    const browser = await launch(line.farEnd);
    const pages = {
      'Minbar, English': '/',
      'static, English': '/static-en',
      'Minbar, Arabic': '/?lang=ar',
      'static, Arabic': '/static-ar',
    };
    const measures = Object.entries(pages).map(
      ([name, path]) => [name, () => view(browser, nginx.secureUrl + path, 'processor')] as const,
    );
    try {
      return await inTurns<Marks>(rounds, Object.fromEntries(measures));
    } finally {
      await browser.close();
      await nginx.stop();
    }
  } finally {
    await line.stop();
  }
}

async function actions(browser: Browser, site: string, nginx: string, rounds: number) {
  const { chosen, laterUrl } = await libraryFacts(site);
  const sign = `a[href*="${chosen.fileUrl}"]`;
  const ours = {
    category: { screen: 'desktop', target: `a[href*="category=${chosen.categoryId}"]`, sign },
    menu: { screen: 'phone', target: 'header button[commandfor]', sign: 'dialog[open]' },
    page: { screen: 'phone', target: 'a.page-link[href*="page=2"]', sign: `a[href*="${laterUrl}"]` },
  } as const;
  const theirs = {
    category: { ...ours.category, target: `[data-category="${chosen.categoryId}"]` },
    menu: { ...ours.menu, target: '[data-menu]' },
  } as const;
  const smallestUrl = `${nginx}/smallest`;
  const times = await inTurns<number>(rounds, {
    'category at first sight, Minbar': () => atFirstSight(browser, `${site}/`, ours.category),
    'category at first sight, smallest': () => atFirstSight(browser, smallestUrl, theirs.category),
    'menu at first sight, Minbar': () => atFirstSight(browser, `${site}/`, ours.menu),
    'menu at first sight, smallest': () => atFirstSight(browser, smallestUrl, theirs.menu),
    'category once settled, Minbar': () => onceSettled(browser, `${site}/`, ours.category),
    'category once settled, smallest': () => onceSettled(browser, smallestUrl, theirs.category),
    'menu once settled, Minbar': () => onceSettled(browser, `${site}/`, ours.menu),
    'menu once settled, smallest': () => onceSettled(browser, smallestUrl, theirs.menu),
    'menu once settled, static': () => onceSettled(browser, `${nginx}/static-en`, ours.menu),
    'category forewarned, Minbar': () => forewarned(browser, `${site}/`, ours.category),
    'page forewarned, Minbar': () => forewarned(browser, `${site}/`, ours.page),
  });
  const taps = { made: 0, lost: 0 };
  for (const action of [ours.category, ours.menu]) {
    for (let after = 0; after <= 1500; after += 150) {
      taps.made += 1;
      if (await isLost(browser, `${site}/`, action, after)) taps.lost += 1;
    }
  }
  return { times, taps };
}

/** `npm run bench -- page`: first view and first action of a phone on slow 4G, each beside its references. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '27' }, actions: { type: 'string', default: '9' } },
  });
  const rounds = Number(values.rounds);
  need('nginx');
  const browser = await launch();
  const folder = temporaryFolder();
  const site = await startSiteProcess();
  try {
    // Its pages get their best compression when they are asked again.
    for (const path of ['/', '/?lang=ar', '/', '/?lang=ar']) {
      await (await fetch(site.url + path)).text();
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    const nginx = await startReferences(folder, site.url);
    console.log('first views …');
    const seen = await views(browser, site.url, nginx.url, rounds);
    console.log('first actions …');
    const { times, taps } = await actions(browser, site.url, nginx.url, Number(values.actions));
    await nginx.stop();
    console.log('first views over a real line …');
    const lined = await overLine(folder, site.url, rounds);
    const where = machine(versionOf('nginx', /nginx\/[\d.]+/), `Chromium ${browser.version()}`);
    writeSection('page', pageReport({ where, rounds, seen, lined, times, taps }));
  } finally {
    await browser.close();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
