import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKept } from '#backend/kept.ts';
import { showsTexts } from '#backend/shows-texts.ts';
import { projectSchema } from '../../tests/support/backend.ts';
import { answersDependOn, createKeptAnswers, isCondition } from './kept-answers.ts';

describe('a kept answer', () => {
  test.each([
    ['/v1/tablesdb/library/tables/files/rows', 1],
    ['/v1/tablesdb/library/tables/files/rows?queries[]=x', 1],
    ['/lesson/wudu.pdf', 1],
    ['/v1/tablesdb/library/tables/pages/rows', 2],
    ['/v1/tablesdb/library/tables/%70ages/rows', 2],
    ['/v1/tablesdb/other/tables/files/rows', 2],
  ])('at %s is made %i times where texts are written', async (url, times) => {
    let version = { all: 1, besidesTexts: 1 };
    const kept = { ...createKept(() => version), showsTexts: showsTexts.bind(null, projectSchema) };
    const answers = createKeptAnswers(kept);
    let made = 0;
    const ask = () => {
      made += 1;
      return new Response('{}');
    };
    const request = { method: 'GET', url, headers: {} } as IncomingMessage;
    for (const all of [1, 2]) {
      version = { all, besidesTexts: 1 };
      if (!answers.find(request)) await answers.ask(request, ask);
    }
    expect(made).toBe(times);
  });

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
