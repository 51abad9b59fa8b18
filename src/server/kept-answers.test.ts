import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answersDependOn, isCondition } from './kept-answers.ts';

describe('a kept answer', () => {
  test('is told apart by every header the backend reads, or is for none that has it', () => {
    const backend = join(import.meta.dirname, '../backend');
    const ofWrites = [
      'x-appwrite-timestamp',
      'x-appwrite-id',
      'x-minbar-bound-to',
      'prefer',
      'content-range',
      'sec-fetch-site',
    ];
    const read = globSync('**/*.ts', { cwd: backend })
      .filter((path) => !path.includes('.test.'))
      .flatMap((path) => [
        ...readFileSync(join(backend, path), 'utf8').matchAll(/\bheader\(\s*'([a-z-]+)'\s*\)/g),
      ])
      .map(([, name = '']) => name);
    const others = read.filter((name) => !isCondition(name));
    expect(new Set(others)).toEqual(new Set([...answersDependOn, ...ofWrites]));
  });
});
