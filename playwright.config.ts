import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './tests/support/chromium.ts';
import { reportFile } from './tests/support/counts.ts';
import { isHosted } from './tests/support/site.ts';

const { CHROMIUM_PATH } = process.env;
/** They put lessons into a folder that the site watches, or stop the backend. */
const embeddedOnly = ['dev', 'first-flight', 'stopping'].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/shared-site.ts',
  outputDir: 'test-results/browser',
  testIgnore: isHosted ? embeddedOnly : [],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // When this many fail, something they share is broken: the rest would only take time.
  maxFailures: 30,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json', { outputFile: reportFile('playwright') }]],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 7_000,
    navigationTimeout: 15_000,
    launchOptions: {
      args: [...chromiumFlags],
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    },
  },
});
