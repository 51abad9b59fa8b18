import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeProject } from './support/fake-project.ts';
import { samplePdf } from './support/sample-pdf.ts';
import { watchOutput } from './support/site.ts';
import { addSixLessons } from './support/six-lessons.ts';
import { createSharedFolder } from './support/temporary-folder.ts';

const home = createSharedFolder();
let site: ChildProcess | undefined;
const env = { ...process.env, PORT: '0' };
const root = process.cwd();
const program = () => join(home, 'node_modules/minbar/minbar.mjs');
const run = (cwd: string, ...args: string[]) =>
  execFileSync(process.execPath, [program(), ...args], { cwd, env, encoding: 'utf8' });

/** Creates a folder as after `npm install minbar`, without the Node that is installed with it: the packed files and their dependencies. */
beforeAll(() => {
  const packOutput = execFileSync('npm', ['pack', '--silent', '--pack-destination', home], { cwd: root });
  const packageFolder = join(home, 'node_modules/minbar');
  mkdirSync(packageFolder, { recursive: true });
  const archive = join(home, packOutput.toString().trim().split('\n').at(-1) ?? '');
  execFileSync('tar', ['xzf', archive, '--strip-components=1', '-C', packageFolder]);
  const { dependencies } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), '@img', 'detect-libc', 'semver']) {
    mkdirSync(join(home, 'node_modules', name, '..'), { recursive: true });
    cpSync(join(root, 'node_modules', name), join(home, 'node_modules', name), { recursive: true });
  }
});
afterAll(async () => {
  if (site && site.exitCode === null) {
    site.kill();
    await once(site, 'exit');
  }
});

test('refuses to ask without a terminal, refuses unsuitable folders, and can create a site without starting it', () => {
  expect(() => run(home)).toThrow(/--yes/);
  mkdirSync(join(home, 'full'));
  writeFileSync(join(home, 'full/mine.txt'), '');
  expect(() => run(home, 'new', 'full', '--yes')).toThrow(/mine\.txt/);
  expect(() => run(home, 'new', 'full/mine.txt/site', '--yes')).toThrow(
    /site cannot be created.* is a file\.[^\n]*\n$/,
  );
  mkdirSync(join(home, 'broken'));
  writeFileSync(join(home, 'broken/package.json'), '{');
  expect(() => run(home, 'new', 'broken', '--yes')).toThrow(
    /package\.json in .* is not valid JSON\.[^\n]*\n$/,
  );
  expect(run(home, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(run(home, 'new', 'later', '--yes', '--no-start')).toContain('To start the site again later');
  expect(existsSync(join(home, 'later/data'))).toBe(false);
});

test('creates and starts a site, publishes a lesson, and runs a command of the owner', async () => {
  site = spawn(process.execPath, [program(), '--yes'], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, url = ''] = await watchOutput(site)(/Minbar is running at (\S+)[\s\S]*serves 0 lessons/);
  const folder = join(home, 'minbar');
  writeFileSync(join(folder, 'content/library/Lessons/Patience.pdf'), samplePdf());
  const page = () => fetch(url).then((response) => response.text());
  await expect.poll(page).toContain('Patience');
  expect(run(folder, 'library', 'verify')).toMatch(/1 lesson/);
  site.kill();
  await once(site, 'exit');
});

test('the start of a newer version changes the version in package.json, and keeps the owner’s content', async () => {
  const folder = join(home, 'minbar');
  const texts = readFileSync(join(folder, 'content/site.json'), 'utf8');
  const manifest = join(home, 'node_modules/minbar/package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, '"version": "9.9.9"'));
  site = spawn(process.execPath, [program()], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  await watchOutput(site)(/serves 1 lesson /);
  site.kill();
  await once(site, 'exit');
  const { scripts, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(scripts).toEqual({ start: 'minbar', library: 'minbar library' });
  expect(dependencies).toEqual({ minbar: '9.9.9' });
  expect(readFileSync(join(folder, 'content/site.json'), 'utf8')).toBe(texts);
});

test('serves a hosted library and includes its location in the pages', async () => {
  const backend = await startFakeProject();
  await addSixLessons(backend.directEndpoint);
  const { endpoint } = backend;
  // Simulates a container, whose folder is empty at the first start.
  mkdirSync(join(home, 'bare'));
  site = spawn(process.execPath, [program(), 'start', '--make-content'], {
    cwd: join(home, 'bare'),
    env: { ...env, VITE_APPWRITE_ENDPOINT: endpoint },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [, url = ''] = await watchOutput(site)(
      /Minbar is running at (\S+)[\s\S]*serves 6 lessons from the backend/,
    );
    const page = await fetch(url).then((response) => response.text());
    expect(page).toContain('Lesson 3');
    expect(existsSync(join(home, 'bare/content/library/Lessons'))).toBe(true);
    expect(page).toContain(`"libraryLocation":{"endpoint":"${endpoint}"`);
  } finally {
    site.kill();
    await once(site, 'exit');
    await backend.stop();
  }
});
