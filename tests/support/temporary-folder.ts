import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const create = () => mkdtempSync(join(tmpdir(), 'minbar-test-'));
const remove = (path: string) => rmSync(path, { recursive: true, force: true });

/** Creates an empty folder for one test, and removes it after the test's `afterEach` hooks. Call it in a test or in `beforeEach`. */
export function createTestFolder(): string {
  const path = create();
  onTestFinished(() => remove(path));
  return path;
}

/**
 * Creates an empty folder for all tests of a file or of a `describe`, and removes it after those `afterAll` hooks that are registered
 * later. Call it outside tests and hooks.
 */
export function createSharedFolder(): string {
  const path = create();
  afterAll(() => remove(path));
  return path;
}
