import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answersDependOn } from './rows-cache.ts';

describe('a kept answer', () => {
  test('is told apart by every header the backend reads on the way to rows', () => {
    const backend = join(import.meta.dirname, '../backend');
    // Files and uploads are not kept; a timestamp is read of writes only.
    const elsewhere = new Set(['x-appwrite-timestamp']);
    const read = globSync('**/*.ts', { cwd: backend })
      .filter((path) => !path.includes('.test.') && !path.startsWith('storage'))
      .flatMap((path) => [
        ...readFileSync(join(backend, path), 'utf8').matchAll(/req\.header\(\s*'([^']+)'/g),
      ])
      .map(([, name = '']) => name.toLowerCase())
      .filter((name) => !elsewhere.has(name));
    expect(new Set(read)).toEqual(new Set(answersDependOn));
  });
});
