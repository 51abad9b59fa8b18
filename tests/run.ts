import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
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

/** In this order: what is quick to fail comes first. Those of one row run at once. */
const rows: readonly (readonly Step[])[] = [
  [
    { name: 'types', command: [dependency('typescript/bin/tsc')] },
    { name: 'lint', command: [dependency('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings'] },
    { name: 'dead-code', command: [dependency('knip/bin/knip.js'), '--no-progress'] },
  ],
  [
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
  ],
  [{ name: 'build', command: ['minbar.mjs', 'build'] }],
  [
    {
      name: 'browser',
      command: [dependency('@playwright/test/cli.js'), 'test'],
      prepare: () => {
        ensureOtherBrowsers();
        return { CHROMIUM_PATH: ensureTestChromium() };
      },
      counts: () => playwrightCounts(readReport<PlaywrightReport>('playwright')),
    },
  ],
];
const steps = rows.flat();

/** Runs one step to its end, its output shown as it comes, or after the step where others run beside it. Returns whether it passed. */
async function run(step: Step, isAlone: boolean): Promise<boolean> {
  const started = performance.now();
  if (isAlone) console.log(`\n== ${step.name}`);
  let passed = false;
  try {
    const env = { ...process.env, ...step.prepare?.() };
    const output = isAlone ? 'inherit' : 'pipe';
    const child = spawn(process.execPath, step.command, { stdio: ['inherit', output, output], env });
    const ended = once(child, 'exit');
    const [[code], ...said] = await Promise.all([
      ended,
      ...[child.stdout, child.stderr].map((stream) => (stream ? buffer(stream) : Buffer.of())),
    ]);
    passed = code === 0;
    if (!isAlone) process.stdout.write(Buffer.concat([Buffer.from(`\n== ${step.name}\n`), ...said]));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${step.name}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return passed;
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
  for (const row of rows) {
    const wanted = row.filter(({ name }) => args.length === 0 || args.includes(name));
    const passed = await Promise.all(wanted.map((step) => run(step, wanted.length === 1)));
    for (const [index, { counts: counted }] of wanted.entries()) {
      const counts = counted?.() ?? { passed: 0, failed: 0, skipped: [] };
      total = addCounts(total, !passed[index] && counts.failed === 0 ? { ...counts, failed: 1 } : counts);
    }
    if (passed.includes(false)) {
      process.exitCode = 1;
      break;
    }
  }
  console.log(`\n${lastLine(total)}`);
}
