import { expect, test } from 'vitest';
import { addCounts, lastLine, playwrightCounts, vitestCounts } from './counts.ts';

const unit = vitestCounts({
  numPassedTests: 3,
  numFailedTests: 0,
  testResults: [
    {
      assertionResults: [
        { status: 'passed', ancestorTitles: [], title: 'adds' },
        { status: 'skipped', ancestorTitles: ['a full disk (needs the right to mount)'], title: 'is said' },
        {
          status: 'skipped',
          ancestorTitles: ['a full disk (needs the right to mount)'],
          title: 'loses nothing',
        },
      ],
    },
  ],
});
const browser = playwrightCounts({
  stats: { expected: 2, unexpected: 1, flaky: 1 },
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: [
            {
              tests: [
                { status: 'skipped', annotations: [{ type: 'skip', description: 'WebKitGTK is not here' }] },
              ],
            },
            { tests: [{ status: 'skipped', annotations: [] }] },
            { tests: [{ status: 'expected', annotations: [] }] },
          ],
        },
      ],
    },
  ],
});

test('the last line of a run tells what was skipped, and why', () => {
  expect(lastLine(addCounts(unit, browser))).toBe(
    '5 passed, 2 failed, 4 skipped (2 × a full disk (needs the right to mount); 1 × WebKitGTK is not here; 1 × one before it has failed)',
  );
});

test('nothing skipped is not mentioned, and a report that is not there counts nothing', () => {
  expect(lastLine(addCounts(vitestCounts({}), playwrightCounts({})))).toBe('0 passed, 0 failed');
});
