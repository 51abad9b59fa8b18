import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
  /** Not run here, such as in a browser that cannot be had. */
  skipped: number;
}

/** Where a test runner leaves its JSON report, from the project's root. */
export function reportFile(runner: 'vitest' | 'playwright'): string {
  return join('test-results', `${runner}.json`);
}

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** A runner that stopped before its report counts nothing: its exit code says that it failed. */
function readReport(runner: 'vitest' | 'playwright'): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(reportFile(runner), 'utf8'));
  } catch {
    return {};
  }
}

/** Counts of Vitest's report, which has the shape of Jest's. */
export function vitestCounts(): Counts {
  const report = readReport('vitest');
  return {
    passed: Number(report.numPassedTests ?? 0),
    failed: Number(report.numFailedTests ?? 0),
    skipped: Number(report.numPendingTests ?? 0),
  };
}

/** Counts of Playwright's report. A test that passed only on a second try counts as failed: nothing here may be flaky. */
export function playwrightCounts(): Counts {
  const stats = (readReport('playwright').stats ?? {}) as Record<string, number>;
  return {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
  };
}
