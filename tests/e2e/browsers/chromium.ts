import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const programNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

/** Returns the default paths of Chromium, Chrome and Edge on this system. */
function defaultPaths(): string[] {
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
  return [...folders].flatMap((folder) => programNames.map((name) => join(folder, name)));
}

/** Whether the browser starts: some systems install a script that only advertises a package. */
function canRun(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows "--version" opens a window instead of printing.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

/** Returns the path of a Chromium; undefined if there is none. Throws if no browser starts at `CHROMIUM_PATH`. */
function findChromium(): string | undefined {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (!configuredPath) return [...defaultPaths(), chromium.executablePath()].find(canRun);
  if (canRun(configuredPath)) return configuredPath;
  throw new Error(
    `CHROMIUM_PATH is "${configuredPath}", but no browser starts there. Correct it or unset it.`,
  );
}

/**
 * Returns the path of the browser for tests: `CHROMIUM_PATH`, else a headless shell, which needs a third of a full browser's CPU time,
 * else any Chromium. Undefined or an error as in `findChromium`.
 */
export function findTestChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return findChromium();
  const playwrightFolder = chromium.executablePath().replace(/chromium-\d+[\\/].*$/, '');
  const shells = [
    '/usr/lib/chromium/chromium-headless-shell',
    ...globSync(
      join(playwrightFolder, 'chromium_headless_shell-*/*/{chrome-headless-shell,headless_shell}{,.exe}'),
    ),
  ];
  return shells.find(canRun) ?? findChromium();
}

/** Returns the path of `findTestChromium`. Throws an error with instructions if there is none. */
export function requireChromium(): string {
  const path = findTestChromium();
  if (path) return path;
  throw new Error('This needs Chromium or Chrome. Install one, or set CHROMIUM_PATH to its program.');
}

const isRoot = process.getuid?.() === 0;

/** Flags for tests: no graphics card, and no lookups, updates or sync over the network. Root cannot use the sandbox. */
export const chromiumFlags: readonly string[] = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
