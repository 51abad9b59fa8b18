import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { ensureTestChromium } from './support/chromium.ts';
import {
  addCounts,
  type Counts,
  lastLine,
  type PlaywrightReport,
  playwrightCounts,
  readReport,
  reportFile,
  type VitestReport,
  vitestCounts,
} from './support/counts.ts';
import { ensureOtherBrowsers } from './support/other-browsers.ts';

interface Step {
  name: string;
  /** A script of the project's own dependencies and its arguments. */
  command: string[];
  prepare?: () => Record<string, string>;
  counts?: () => Counts;
}

const dependency = (path: string): string => `node_modules/${path}`;

/** In this order: what is quick to fail comes first. */
const steps: readonly Step[] = [
  { name: 'types', command: [dependency('typescript/bin/tsc')] },
  { name: 'lint', command: [dependency('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings'] },
  { name: 'dead-code', command: [dependency('knip/bin/knip.js'), '--no-progress'] },
  {
    name: 'unit',
    command: [
      dependency('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile('vitest')}`,
    ],
    counts: () => vitestCounts(readReport<VitestReport>('vitest')),
  },
  { name: 'build', command: ['minbar.mjs', 'build'] },
  {
    name: 'browser',
    command: [dependency('@playwright/test/cli.js'), 'test'],
    prepare: () => {
      ensureOtherBrowsers();
      return { CHROMIUM_PATH: ensureTestChromium() };
    },
    counts: () => playwrightCounts(readReport<PlaywrightReport>('playwright')),
  },
];

/** Runs one step to its end, its output shown as it comes. Returns its exit code: 0 when it passed. */
function run({ command, prepare }: Step): number {
  const environment = { ...process.env, ...prepare?.() };
  const { status, error } = spawnSync(process.execPath, command, { stdio: 'inherit', env: environment });
  if (error) throw error;
  return status ?? 1;
}

/**
 * `npm test`: every step, or only those named (`npm test -- types unit`), until one fails. The last line says
 * `N passed, N failed`, the tests of Vitest and Playwright together, and how many were skipped and why; a failed step
 * without tests counts as one.
 */
export async function main(args: string[]): Promise<void> {
  const unknown = args.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `Unknown step "${unknown[0]}". Use one or more of: ${steps.map(({ name }) => name).join(', ')}.`,
    );
    process.exitCode = 1;
    return;
  }
  rmSync('test-results', { recursive: true, force: true });
  let total: Counts = { passed: 0, failed: 0, skipped: [] };
  for (const step of steps) {
    if (args.length > 0 && !args.includes(step.name)) continue;
    console.log(`\n== ${step.name}`);
    const started = performance.now();
    const code = runOrExplain(step);
    const counts = step.counts?.() ?? { passed: 0, failed: 0, skipped: [] };
    total = addCounts(total, code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);
    console.log(
      `== ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    if (code !== 0) {
      process.exitCode = code;
      break;
    }
  }
  console.log(`\n${lastLine(total)}`);
}

function runOrExplain(step: Step): number {
  try {
    return run(step);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
