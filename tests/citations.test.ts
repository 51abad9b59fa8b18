import { expect, test } from 'vitest';
import { fragmentsOf } from './support/headings.ts';
import { readTree } from './support/source-tree.ts';

const pages = new Map(readTree('docs', /\.md$/).map(({ path, text }) => [path, text]));
const sources = ['src', 'tests', 'bench', 'content'].flatMap((folder) =>
  readTree(folder, /\.(tsx?|mjs|css|html)$/),
);

test('every document in docs, and every section of it, that a source cites exists', () => {
  const citations = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g)].map(([address, section]) => ({
      from: path,
      page: address.split('#')[0] ?? '',
      section,
    })),
  );
  const deadCitations = citations.filter(
    ({ page, section }) =>
      !pages.has(page) || (section !== undefined && !fragmentsOf(pages.get(page) ?? '').includes(section)),
  );
  expect(deadCitations).toEqual([]);
  expect(citations.length).toBeGreaterThan(100);
});

test('every test that docs/security.md names exists', () => {
  const tests = sources.map(({ path }) => path).filter((path) => /\.(?:test|spec)\.tsx?$/.test(path));
  const testFiles = pages.get('docs/security.md')?.match(/[\w/.-]+\.(?:test|spec)\.tsx?/g) ?? [];
  expect(testFiles.filter((name) => !tests.includes(name))).toEqual([]);
  expect(testFiles.length).toBeGreaterThan(30);
});

test('no source cites numbered rules or sections of a document outside this repository', () => {
  // Split so that the pattern does not match this line.
  const foreignCitation =
    /\bcontract (?:[\d])|\b[Rr]ules? (?:[A-Z]{1,2}\d)|\b[Ss]pecification (?:section|\d)/;
  const citingPaths = sources.filter(({ text }) => foreignCitation.test(text)).map(({ path }) => path);
  expect(citingPaths).toEqual([]);
});
