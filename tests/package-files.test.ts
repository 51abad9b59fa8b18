import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  engines?: { node?: string };
  optional?: boolean;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** Whether a range such as `^20.19.0 || >=22.12` includes 20.19.5, the oldest Node of `engines`. Ignores upper limits such as `<21`. */
function admitsOldest(range: string): boolean {
  const [oldMajor, oldMinor, oldPatch] = [20, 19, 5];
  return range.split('||').some((part) => {
    const [, operator = '', major = 0, minor = 0, patch = 0] =
      /(\^|>=)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(part) ?? [];
    if (part.trim() === '*') return true;
    if (operator !== '>=' && Number(major) !== oldMajor) return false;
    const minimum = Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch);
    return minimum <= oldMajor * 1e6 + oldMinor * 1e3 + oldPatch;
  });
}

test('every package that is not optional supports the oldest Node of engines', () => {
  expect(manifest.engines.node).toMatch(/^\^20\.19\.5 /);
  const incompatiblePackages = Object.entries(lock.packages)
    .filter(([, { engines, optional }]) => !optional && engines?.node && !admitsOldest(engines.node))
    .map(([path, { engines }]) => `${path} ${engines?.node}`);
  expect(incompatiblePackages).toEqual([]);
});

test('package.json has the usual scripts', () => {
  expect(Object.keys(manifest.scripts)).toEqual(
    expect.arrayContaining([
      'test',
      'test:unit',
      'test:e2e',
      'lint',
      'format',
      'typecheck',
      'dev',
      'build',
      'start',
      'bench',
    ]),
  );
});
