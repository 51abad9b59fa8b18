// `npm test`: the checks, one after the other, until one fails. The last line counts the tests of both runners.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

const steps = ['typecheck', 'lint', 'test:unit', 'test:e2e'];
const unitReport = 'test-results/unit.json';
const browserReport = 'test-results/e2e.json';
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
};

rmSync('test-results', { recursive: true, force: true });
let failedStep;
for (const step of steps) {
  const args = ['run', '--silent', step, ...(step === 'test:unit' ? ['--', ...reporters] : [])];
  console.log(`\n== ${step}`);
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status === 0) continue;
  failedStep = step;
  break;
}

const unit = read(unitReport);
const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = read(browserReport).stats ?? {};
const passed = (unit.numPassedTests ?? 0) + expected;
// A test that passes only on a retry counts as failed.
const failed = (unit.numFailedTests ?? 0) + unexpected + flaky;
if (failedStep) console.log(`\n${failedStep} failed.`);
// A step that fails without a failed test, such as the type check, counts as one failure.
const failures = failedStep && failed === 0 ? 1 : failed;
console.log(`\n${passed} passed, ${failures} failed, ${(unit.numPendingTests ?? 0) + skipped} skipped`);
process.exitCode = failures > 0 ? 1 : 0;
