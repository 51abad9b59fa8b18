import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findTestChromium } from './chromium.ts';
import { otherBrowsers } from './other-browsers.ts';

/* Installs the browsers that the tests need and this system lacks: all as root on Debian, else only Chromium. Reports missing ones. */

const DOWNLOAD_TIMEOUT_MS = 300_000;

/** Browsers, each installed separately, so that an unavailable package does not prevent the others. */
const browsers: { name: string; isMissing: () => boolean; packages: readonly string[] }[] = [
  {
    name: 'Chromium',
    isMissing: () => findTestChromium() === undefined,
    packages: ['chromium-headless-shell'],
  },
  ...Object.entries(otherBrowsers).map(([name, { find, packages }]) => ({
    name,
    isMissing: () => find() === undefined,
    packages,
  })),
];
const listMissing = () => browsers.filter(({ isMissing }) => isMissing());

function run(command: string, ...args: string[]): boolean {
  console.log(`$ ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: DOWNLOAD_TIMEOUT_MS,
    shell: process.platform === 'win32',
  });
  return status === 0;
}

const apt = (...args: string[]) => run('apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args);

function installFromDebian(missing: typeof browsers): void {
  const packages = new Set(missing.flatMap((browser) => browser.packages));
  console.log(
    `These Debian packages are missing for the browser tests and are now installed as root: ${[...packages].join(' ')}`,
  );
  console.log('To leave the system as it is, set INSTALL_BROWSERS=no.');
  apt('update');
  for (const browser of missing) {
    apt('install', '-y', '--no-install-recommends', '--no-remove', ...browser.packages);
  }
}

const missingBrowsers = listMissing();
const mayInstall = process.env.INSTALL_BROWSERS !== 'no';
const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (missingBrowsers.length > 0 && mayInstall && isDebianRoot) installFromDebian(missingBrowsers);
// Debian versions without a headless shell need Playwright's.
if (findTestChromium() === undefined && mayInstall) run('npx', 'playwright', 'install', 'chromium');

for (const { name, packages } of listMissing()) {
  if (name === 'Chromium') {
    console.error(
      'The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to its program.',
    );
    process.exitCode = 1;
  } else {
    console.log(
      `${name} is not tested, because it is not installed (Debian packages: ${packages.join(' ')}).`,
    );
  }
}
