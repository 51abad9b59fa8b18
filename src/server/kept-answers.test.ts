import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answersDependOn, conditions } from './kept-answers.ts';

describe('a kept answer', () => {
  test('is told apart by every header the backend reads, or is for none that has it', () => {
    const backend = join(import.meta.dirname, '../backend');
    const ofWrites = [
      'x-appwrite-timestamp',
      'x-appwrite-id',
      'x-minbar-bound-to',
      'content-range',
      'sec-fetch-site',
    ];
    const read = globSync('**/*.ts', { cwd: backend })
      .filter((path) => !path.includes('.test.'))
      .flatMap((path) => [
        ...readFileSync(join(backend, path), 'utf8').matchAll(/\bheader\(\s*'([a-z-]+)'\s*\)/g),
      ])
      .map(([, name = '']) => name);
    expect(new Set(read)).toEqual(new Set([...answersDependOn, ...conditions, ...ofWrites]));
  });
});
