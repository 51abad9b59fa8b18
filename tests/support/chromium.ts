import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall } from './apt.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Where the installers of Chromium, Chrome and Edge put the program, system by system. */
function usualPaths(): string[] {
  const { PATH = '', PROGRAMFILES, 'PROGRAMFILES(X86)': programsX86, LOCALAPPDATA } = process.env;
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    return [PROGRAMFILES, programsX86, LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Chromium/Application/chrome.exe'),
        join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      ]);
  }
  const folders = new Set([...PATH.split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']);
  return [...folders].flatMap((folder) => programs.map((name) => join(folder, name)));
}

/** Some systems put a script that only advertises a package in the browser's place, so it must really answer. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows "--version" opens a window instead of answering.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

/** The Chromium of `CHROMIUM_PATH`, of a usual path, or Playwright's own; undefined when there is none. */
function findChromium(): string | undefined {
  return [...usualPaths(), chromium.executablePath()].find(runs);
}

function attempt(command: string, args: string[]): boolean {
  console.log(`$ ${command} ${args.join(' ')}`);
  const shell = process.platform === 'win32';
  return spawnSync(command, args, { stdio: 'inherit', timeout: 300_000, shell }).status === 0;
}

/** Installs by the ordinary means: Playwright's download, else Debian's package where this user may install one. */
function installChromium(): void {
  if (attempt('npx', ['playwright', 'install', 'chromium'])) return;
  aptInstall('chromium');
}

/** The path of a Chromium that runs, installed first when there is none. Throws a sentence that says what to do. */
export function ensureChromium(): string {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (runs(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is "${chosen}", but no browser runs there: correct it or unset it.`);
  }
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium was found: installing one.');
  installChromium();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'The browser tests need a Chromium, and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one, and run "npm test" again.',
  );
}

/** Chromium without windows and menus of its own: the same pages, each for a third of the processor's time. */
function findHeadlessShell(): string | undefined {
  const ofPlaywright = chromium.executablePath().replace(/chromium-\d+[\\/].*$/, '');
  const paths = [
    '/usr/lib/chromium/chromium-headless-shell',
    ...globSync(
      join(ofPlaywright, 'chromium_headless_shell-*/*/{chrome-headless-shell,headless_shell}{,.exe}'),
    ),
  ];
  return paths.find(runs);
}

/** What the browser tests use: a headless shell where there is one or Debian has it, else any Chromium. */
export function ensureTestChromium(): string {
  if (process.env.CHROMIUM_PATH) return ensureChromium();
  const installed = () => (aptInstall('chromium-headless-shell') ? findHeadlessShell() : undefined);
  return findHeadlessShell() ?? installed() ?? ensureChromium();
}

const isRoot = process.getuid?.() === 0;

/** Nothing but the site may use the network: no look-ups, updates or sync of the browser's own. Root has no sandbox. */
export const chromiumFlags: readonly string[] = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
