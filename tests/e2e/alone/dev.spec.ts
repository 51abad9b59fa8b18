import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { LessonFolder } from '../../library/lesson-folder.ts';
import { type Site, startSite } from '../../support/site.ts';

interface Change {
  file: string;
  from: string;
  to: string;
}

/** The changes that CONTRIBUTING.md asks its reader to make. */
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
  const complaints: string[] = [];

  const edit = async ({ file, from, to }: Change): Promise<void> => {
    const path = join(project.folder, file);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
  };
  /** A reload would remove this value. */
  const mark = () => page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  /** Resolves when React has hydrated the page. */
  const hydrated = () =>
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
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(site.url);
    await expect(page.getByRole('link', { name: /^Wudu – PDF/ })).toBeVisible();
    await hydrated();
  });
  test.afterAll(async () => {
    await page?.close();
    await site?.stop();
    await lessons?.delete();
    await project?.remove();
  });

  test('shows the first change of a volunteer on the open page', async () => {
    const [english, arabic] = await firstChange();
    if (!english || !arabic) throw new Error('CONTRIBUTING.md tells of no first change');
    // The text of a search without results.
    const nothing = new URL('/?search=zzz', site.url).href;
    await page.goto(nothing);
    await hydrated();
    await mark();
    await edit(english);
    await expect(page.getByText(quoted(english.to)).first()).toBeVisible();
    const link = page.getByRole('link', { name: 'العربية' }).first();
    const element = await link.elementHandle();
    await edit(arabic);
    // New texts replace elements; a click at that moment is lost.
    await element?.waitForElementState('hidden');
    await link.click();
    await expect(page.getByText(quoted(arabic.to)).first()).toBeVisible();
    expect(await isMarked()).toBe(true);
    expect(complaints).toEqual([]);
    // The next visitor gets it from the server.
    expect(await (await page.request.get(nothing)).text()).toContain(quoted(english.to));
    await page.goto(site.url);
  });

  test('shows a change of the style on the open page', async () => {
    await mark();
    await edit({ file: 'src/web/styles/document.css', from: 'body {', to: 'body {\n  letter-spacing: 3px;' });
    await expect(page.locator('body')).toHaveCSS('letter-spacing', '3px');
    expect(await isMarked()).toBe(true);
  });

  test('starts the server anew, and the open page finds it again', async () => {
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
      const answer = await page.request.get(site.url);
      expect(answer.headers()['x-frame-options']).toBe('SAMEORIGIN');
      expect(await answer.text()).toContain('content="book"');
    }).toPass();
    await expect(async () => expect(await isMarked()).toBe(false)).toPass();
  });

  test('shows a mistake on the page, and the page once it is put right', async () => {
    const right = { file: 'src/web/i18n/catalogs.ts', from: 'export', to: 'export const = ;\nexport' };
    await edit(right);
    // The open page reloads by itself. One that is not connected yet would miss the change.
    await expect(async () => {
      const listens = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'));
      const [answer] = await Promise.all([page.goto(site.url), listens]);
      expect(answer?.status()).toBe(500);
    }).toPass();
    await expect(page.locator('body')).toContainText('catalogs.ts');
    await edit({ ...right, from: right.to, to: right.from });
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
/** The files a site is built from, without those shared with other sites. */
const copied = [
  'minbar.mjs',
  'package.json',
  'package-lock.json',
  'src',
  'vite.config.ts',
  '.env',
  'tsconfig.json',
  'appwrite.config.json',
];

/** Copies the project without its lessons into a separate folder, to build it with other values or changes. */
async function copyProject(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-project-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const path of copied) await cp(join(root, path), join(folder, path), { recursive: true });
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
