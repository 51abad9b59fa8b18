import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A headless Chromium: `CHROMIUM_PATH`, else a usual path, else Playwright's own. The caller closes it. */
export function launchChromium(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM_PATH, ...usualPaths, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
  if (!executablePath) {
    throw new Error(
      'No Chromium was found: set CHROMIUM_PATH to one, or run "npx playwright install chromium".',
    );
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
