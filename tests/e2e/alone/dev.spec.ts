import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { followHref } from '../../../src/contract/urls.ts';
import { LessonFolder } from '../../library/lesson-folder.ts';
import { type Site, startSite } from '../../support/site.ts';

interface Change {
  file: string;
  from: string;
  to: string;
}

/** Reads the changes that CONTRIBUTING.md asks a new contributor to make. */
async function firstChange(): Promise<Change[]> {
  const text = await readFile(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Your first change$([\s\S]*?)^## /m.exec(text) ?? [];
  return [...section.matchAll(/In `([^`]+)`, change\s+`([^`]+)`\s+to\s+`([^`]+)`/g)].map(
    ([, file = '', from = '', to = '']) => ({ file, from, to }),
  );
}

const quoted = (source: string): string => /'([^']*)'/.exec(source)?.[1] ?? '';

test.describe('npm run dev', () => {
  test.describe.configure({ mode: 'serial' });
  let project: Awaited<ReturnType<typeof copyProject>>;
  let lessons: LessonFolder;
  let site: Site;
  let page: Page;
  const consoleProblems: string[] = [];

  const edit = async ({ file, from, to }: Change): Promise<void> => {
    const path = join(project.folder, file);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
  };
  /** Sets a value that a reload would remove. */
  const mark = () => page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  /** Resolves when React has hydrated the page. */
  const waitForHydration = () =>
    page.waitForFunction(() =>
      Object.keys(document.querySelector('.page') ?? {}).some((key) => key.startsWith('__react')),
    );
  const isMarked = () => page.evaluate(() => 'neverReloaded' in window);

  test.beforeAll(async ({ browser }) => {
    project = await copyProject();
    lessons = await LessonFolder.make({ 'Fiqh/Wudu.pdf': 'wudu' });
    site = await startSite({ LIBRARY_DIR: lessons.path }, project.folder, 'dev');
    page = await browser.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) consoleProblems.push(message.text());
    });
    await page.goto(site.url);
    await expect(page.getByRole('link', { name: /^Wudu – PDF/ })).toBeVisible();
    await waitForHydration();
  });
  test.afterAll(async () => {
    await page?.close();
    await site?.stop();
    await lessons?.delete();
    await project?.remove();
  });

  test('shows the first change of a contributor on the open page', async () => {
    const [english, arabic] = await firstChange();
    if (!english || !arabic) throw new Error('CONTRIBUTING.md describes no first change');
    // The change is to a text that a search without results shows.
    const emptySearch = new URL('/?search=zzz', site.url).href;
    await page.goto(emptySearch);
    await waitForHydration();
    await mark();
    await edit(english);
    await expect(page.getByText(quoted(english.to)).first()).toBeVisible();
    const link = page.getByRole('link', { name: 'العربية' }).first();
    const element = await link.elementHandle();
    await edit(arabic);
    // New texts replace elements, and a click at that moment would be lost.
    await element?.waitForElementState('hidden');
    await link.click();
    await expect(page.getByText(quoted(arabic.to)).first()).toBeVisible();
    expect(await isMarked()).toBe(true);
    expect(consoleProblems).toEqual([]);
    // New page loads get the change from the server.
    expect(await (await page.request.get(emptySearch)).text()).toContain(quoted(english.to));
    await page.goto(site.url);
  });

  test('opens the page of a lesson, and other pages after it', async () => {
    // The site remembers the language of the previous test.
    await page.goto(new URL('/?lang=en', site.url).href);
    await page.getByRole('link', { name: /^Read here.*Wudu/ }).click();
    await expect(page.getByRole('heading', { name: 'Wudu', level: 1 })).toBeVisible();
    await page.goto(new URL(followHref('en'), site.url).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(site.url);
  });

  test('shows a change of the style on the open page', async () => {
    await mark();
    await edit({ file: 'src/web/styles/document.css', from: 'body {', to: 'body {\n  letter-spacing: 3px;' });
    await expect(page.locator('body')).toHaveCSS('letter-spacing', '3px');
    expect(await isMarked()).toBe(true);
  });

  test('restarts the server, and the open page reconnects', async () => {
    await edit({
      file: 'src/pages/head.server.tsx',
      from: "content={type ?? 'website'}",
      to: 'content="book"',
    });
    await edit({
      file: 'src/site/security-headers.ts',
      from: "'DENY'",
      to: "'SAMEORIGIN'",
    });
    await expect(async () => {
      const response = await page.request.get(site.url);
      expect(response.headers()['x-frame-options']).toBe('SAMEORIGIN');
      expect(await response.text()).toContain('content="book"');
    }).toPass();
    await expect(async () => expect(await isMarked()).toBe(false)).toPass();
  });

  test('shows a mistake on the page, and the page again once it is fixed', async () => {
    const mistake = { file: 'src/web/i18n/catalogs.ts', from: 'export', to: 'export const = ;\nexport' };
    await edit(mistake);
    // The open page reloads by itself, but misses a change if it is not connected yet.
    await expect(async () => {
      const reconnection = page.waitForEvent('console', (message) =>
        message.text().includes('[vite] connected'),
      );
      const [response] = await Promise.all([page.goto(site.url), reconnection]);
      expect(response?.status()).toBe(500);
    }).toPass();
    await expect(page.locator('body')).toContainText('catalogs.ts');
    await edit({ ...mistake, from: mistake.to, to: mistake.from });
    await expect(page.getByRole('link', { name: /^Wudu – PDF/ })).toBeVisible();
  });

  test('publishes a lesson put into the folder', async () => {
    await lessons.write('Fiqh/Salah.pdf', 'salah');
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('link', { name: /^Salah – PDF/ })).toBeVisible({ timeout: 500 });
    }).toPass();
  });
});

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Files and folders that `npm run dev` needs, without `content` and `node_modules`, which are copied or linked separately. */
const copiedPaths = [
  'minbar.mjs',
  'package.json',
  'package-lock.json',
  'src',
  'vite.config.ts',
  '.env',
  'tsconfig.json',
  'appwrite.config.json',
];

/** Copies the project without its lessons into a separate folder, to run it with changes. */
async function copyProject(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-project-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const path of copiedPaths) await cp(join(root, path), join(folder, path), { recursive: true });
    await cp(join(root, 'content'), join(folder, 'content'), {
      recursive: true,
      filter: (path) => !/content[\\/](library|sample)/.test(path),
    });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
