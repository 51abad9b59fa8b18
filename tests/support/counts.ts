import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
  /** Why a test was not run here, once for each: such as a browser that cannot be had. */
  skipped: readonly string[];
}

/** Where a test runner leaves its JSON report, from the project's root. */
export function reportFile(runner: 'vitest' | 'playwright'): string {
  return join('test-results', `${runner}.json`);
}

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: [...a.skipped, ...b.skipped],
  };
}

/** The last line of a run: what passed, what failed, and what was skipped with its reasons. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  const reasons = [...new Set(skipped)].map(
    (reason) => `${skipped.filter((each) => each === reason).length} × ${reason}`,
  );
  const told = skipped.length > 0 ? `, ${skipped.length} skipped (${reasons.join('; ')})` : '';
  return `${passed} passed, ${failed} failed${told}`;
}

/** A runner that stopped before its report counts nothing: its exit code says that it failed. */
export function readReport<Report>(runner: 'vitest' | 'playwright'): Partial<Report> {
  try {
    return JSON.parse(readFileSync(reportFile(runner), 'utf8'));
  } catch {
    return {};
  }
}

/** Vitest's report, which has the shape of Jest's. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; ancestorTitles: string[]; title: string }[] }[];
}

/** A test of Vitest that may be skipped says in its title, or in that of its group, what it needs. */
export function vitestCounts(report: Partial<VitestReport>): Counts {
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: tests
      .filter(({ status }) => ['skipped', 'pending'].includes(status))
      .map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title),
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    tests: { status: string; annotations: { type: string; description?: string }[] }[];
  }[];
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

/** A test that passed only on a second try counts as failed: nothing here may be flaky. */
export function playwrightCounts({ stats, suites = [] }: Partial<PlaywrightReport>): Counts {
  const testsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'][number]['tests'] => [
    ...suite.specs.flatMap(({ tests }) => tests),
    ...(suite.suites ?? []).flatMap(testsOf),
  ];
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: suites
      .flatMap(testsOf)
      .filter(({ status }) => status === 'skipped')
      .map(
        ({ annotations }) =>
          annotations.find(({ type }) => type === 'skip')?.description ?? 'one before it has failed',
      ),
  };
}
