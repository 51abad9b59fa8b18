import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandSyntax } from '../src/library/commands/options.ts';
import { fragmentsOf } from './support/headings.ts';
import { readTree } from './support/source-tree.ts';

const rootPages = [
  'README.md',
  'README.ar.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
];
const pages = new Map([
  ...rootPages.map((path) => [path, readFileSync(path, 'utf8')] as const),
  ...readTree('docs', /\.md$/).map(({ path, text }) => [path, text] as const),
]);
const page = (path: string) => pages.get(path) ?? '';
const lines = (path: string) => page(path).trimEnd().split('\n').length;

test('every relative link in a document leads to an existing file and heading', () => {
  const brokenLinks: string[] = [];
  for (const [path, text] of pages)
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', fragment] = target.split('#');
      const targetPath = file === '' ? path : join(dirname(path), file);
      const exists =
        existsSync(targetPath) &&
        (fragment === undefined || fragmentsOf(page(targetPath)).includes(fragment));
      if (!exists) brokenLinks.push(`${path} → ${target}`);
    }
  expect(brokenLinks).toEqual([]);
});

test('the indexes name every page and decision, and every image is used', () => {
  const index = page('docs/README.md');
  const unlinked = [...pages.keys()].filter(
    (path) => /^docs\/[^/]+\.md$/.test(path) && path !== 'docs/README.md' && !index.includes(path.slice(5)),
  );
  expect(unlinked).toEqual([]);
  const decisions = page('docs/decisions/README.md');
  const unlisted = [...pages.keys()].filter(
    (path) => /^docs\/decisions\/\d/.test(path) && !decisions.includes(path.split('/')[2] ?? ''),
  );
  expect(unlisted).toEqual([]);
  const allText = [...pages.values()].join('\n');
  const unused = readTree('docs/images', /./).filter(
    ({ path }) => !allText.includes(path.split('/').at(-1) ?? ''),
  );
  expect(unused.map(({ path }) => path)).toEqual([]);
});

test('documents are within their maximum length, and the changelog has an unreleased part', () => {
  const limits = { 'README.md': 120, 'docs/benchmarks.md': 60, 'README.ar.md': 80, 'docs/settings.md': 110 };
  for (const [path, maxLines] of Object.entries(limits))
    expect(lines(path), path).toBeLessThanOrEqual(maxLines);
  const tooLong = [...pages.keys()].filter((path) => path.startsWith('docs/decisions/') && lines(path) > 50);
  expect(tooLong).toEqual([]);
  expect(page('CHANGELOG.md')).toMatch(/^## Unreleased$/m);
});

test('every decision names its context and when to revisit it, and code spans end on their line', () => {
  const decisions = [...pages].filter(([path]) => /^docs\/decisions\/\d/.test(path));
  const incompleteDecisions = decisions.filter(
    ([, text]) => !/^\*\*Context\.\*\* .*[\s\S]*^\*\*Revisit when\*\*/m.test(text),
  );
  expect(incompleteDecisions.map(([path]) => path)).toEqual([]);
  const unclosedLines = [...pages].flatMap(([path, text]) =>
    text
      .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
      .split('\n')
      .filter((line) => (line.match(/`/g) ?? []).length % 2 === 1)
      .map((line) => `${path}: ${line}`),
  );
  expect(unclosedLines).toEqual([]);
});

test('backup commands in documents can be repeated every day', () => {
  const newSite = ['src/server/messages.ts', readFileSync('src/server/messages.ts', 'utf8')] as const;
  const backups = [...pages, newSite].flatMap(([path, text]) =>
    [...text.matchAll(/(?:^|\\`)npm run library -- backup .*?(?=\\`|$)/gm)].map(([line]) => ({ path, line })),
  );
  expect(backups.length).toBeGreaterThanOrEqual(5);
  expect(backups.filter(({ line }) => !/minbar-\d{4}-\d\d-\d\d\.tar\.gz|--replace/.test(line))).toEqual([]);
});

describe('reference pages name', () => {
  const names = (source: string, pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, name = '']) => name).filter((name) => name !== '');

  test('every setting', () => {
    const config = readFileSync('src/settings/config.ts', 'utf8');
    const settings = names(config.slice(config.indexOf('v.object({')), /^ {2}([A-Z][A-Z_]+): /gm);
    expect(settings.length).toBeGreaterThan(25);
    expect(settings.filter((name) => !page('docs/settings.md').includes(`\`${name}\``))).toEqual([]);
    const site = /const siteFile = v\.object\(\{([\s\S]*?)^\}\)/m.exec(
      readFileSync('src/settings/site-file.ts', 'utf8'),
    )?.[1];
    const entries = names(site ?? '', /^ {2}(\w+): /gm);
    expect(entries.length).toBeGreaterThan(8);
    expect(entries.filter((name) => !page('docs/settings.md').includes(`\`${name}\``))).toEqual([]);
  });

  test('every command, and every option except `--help` and `--to`', () => {
    const options = readFileSync('src/library/commands/options.ts', 'utf8');
    const flags = names(/const flags = \{([\s\S]*?)\n\}/.exec(options)?.[1] ?? '', /^ {2}'?([\w-]+)'?: \{/gm);
    expect(flags.length).toBeGreaterThan(5);
    const commands = page('docs/commands.md');
    expect(
      flags.filter((name) => !['help', 'to'].includes(name) && !commands.includes(`\`--${name}`)),
    ).toEqual([]);
    const unnamed = [...commandSyntax.keys()].filter(
      (name) => !new RegExp(`^\\| \`${name}\\b`, 'm').test(commands),
    );
    expect(unnamed).toEqual([]);
  });
});

test.each([
  ['docs/owners-guide.md', 'src/library/messages/en.ts'],
  ['docs/owners-guide.ar.md', 'src/library/messages/ar.ts'],
])('the last table of %s quotes existing messages', (guide, catalog) => {
  const tables = page(guide).match(/^\|.*\|$/gm) ?? [];
  const start = tables.findLastIndex((row) => /^\|[-|]+\|$/.test(row));
  const quotedMessages = tables.slice(start + 1).map((row) => row.split('|')[1]?.trim() ?? '');
  const messages = readFileSync(catalog, 'utf8');
  expect(quotedMessages.length).toBeGreaterThan(6);
  expect(quotedMessages.filter((text) => !messages.includes(text))).toEqual([]);
});

test('ARCHITECTURE names existing files and folders of src and tests', () => {
  const paths = [...page('ARCHITECTURE.md').matchAll(/`((?:src|tests)\/[^`]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

describe('CONTRIBUTING', () => {
  const contributing = page('CONTRIBUTING.md');

  test('names existing files and tests in its table of changes', () => {
    const table = contributing.split('## If you change X')[1]?.split('\n## ')[0] ?? '';
    const paths = [...table.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) =>
      text
        .split(' ')
        .filter((word) => /^(src|tests|docs|content|bench)\/|^(package|appwrite\.config)\.json$/.test(word)),
    );
    expect(paths.length).toBeGreaterThan(25);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('describes a first change of a text that exists and that no test contains', () => {
    const [, file = '', originalText = '', newText = ''] =
      /In `([^`]+)`, change `'([^`]+)'` to `'([^`]+)'`/.exec(contributing) ?? [];
    // The reader may have made the change already.
    expect([originalText, newText].some((text) => readFileSync(file, 'utf8').includes(`'${text}'`))).toBe(
      true,
    );
    const tests = ['src', 'tests'].flatMap((folder) => readTree(folder, /\.(test|spec)\.tsx?$/));
    expect(tests.filter(({ text }) => text.includes(originalText)).map(({ path }) => path)).toEqual([]);
  });

  test('names existing scripts', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const scriptNames = [...contributing.matchAll(/npm run ([a-z:0-9]+)/g)].map(([, name = '']) => name);
    expect(scriptNames.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
