import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTree } from './support/source-tree.ts';

const MAX_WORDS_IN_SENTENCE = 25;

/** Words that CONTRIBUTING.md, "How we write", rules out; docs/glossary.md has the usual terms. */
const forbidden =
  /\b(?:anew|besides?|whoever|meanwhile|for ever|of (?:its|their) own|comes? along|any more|nobody|somebody|(?:is|are) told|stands? (?:in|beside|there)|put aside)\b/i;
/** Sentences that begin with a relative clause instead of a noun, except questions and introductions of lists. */
const opening = /^(?:What|Whoever|Who|By what|So many)\b.*[^?:]$/;

/** English documents for people who use the site or begin to change it. */
const guides = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  ...[
    ...['README', 'owners-guide', 'installation', 'operation', 'settings', 'commands', 'appwrite'],
    ...['addresses', 'browsers', 'benchmarks', 'glossary', 'rules', 'security'],
  ].map((name) => `docs/${name}.md`),
];

const decisions = readTree('docs/decisions', /\.md$/).map(({ path }) => path);

/** Accepted sentences; unused ones must be removed. */
const allowed: readonly string[] = [];

/**
 * Splits a Markdown page into sentences, without headings, code blocks, images and addresses. Each item and table cell is separate, and
 * a code span becomes the word "code".
 */
function sentencesOf(markdown: string): string[] {
  const text = markdown
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/[*_]{1,2}/g, '');
  const parts: string[] = [];
  for (const line of text.split('\n')) {
    if (/^\s*(?:#|\|[\s:|-]+\|$|<)/.test(line)) parts.push('');
    else if (line.trimStart().startsWith('|')) parts.push('', ...line.split('|'), '');
    else if (/^\s*(?:[-*]|\d+\.)\s/.test(line))
      parts.push('', line.replace(/^\s*(?:[-*]|\d+\.)\s+(?:\[ \] )?/, ''));
    else if (line.trim() === '') parts.push('');
    else parts[parts.length - 1] = `${parts.at(-1) ?? ''} ${line.trim()}`;
  }
  return parts
    .flatMap((part) => part.trim().split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const wordsIn = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('documents', () => {
  const sentences = [...guides, ...decisions].flatMap((path) =>
    sentencesOf(readFileSync(path, 'utf8')).map((sentence) => ({ path, sentence })),
  );
  const faults = (isFault: (sentence: string) => boolean) =>
    sentences
      .filter(({ sentence }) => isFault(sentence) && !allowed.includes(sentence))
      .map(({ path, sentence }) => `${path}: ${sentence}`);

  test('have sentences of at most 25 words', () => {
    expect(faults((sentence) => wordsIn(sentence) > MAX_WORDS_IN_SENTENCE)).toEqual([]);
  });

  test('use everyday words', () => {
    expect(faults((sentence) => forbidden.test(sentence))).toEqual([]);
  });

  test('begin no sentence with a relative clause', () => {
    // Column headings are not sentences.
    expect(faults((sentence) => sentence.endsWith('.') && opening.test(sentence))).toEqual([]);
  });

  test('still contain every accepted sentence', () => {
    expect(allowed.filter((exception) => !sentences.some(({ sentence }) => sentence === exception))).toEqual(
      [],
    );
  });

  test('are split into sentences', () => {
    expect(
      sentencesOf('# Title\n\nOne. Two\nlines!\n\n- item\n- [x](y.md) more\n\n| a | b. |\n|---|---|\n'),
    ).toEqual(['One.', 'Two lines!', 'item', 'x more', 'a', 'b.']);
  });
});

describe('comments', () => {
  /** Returns the text of each comment: a block, or consecutive lines that begin with `//`. Skips `//` after code. */
  const commentsOf = (source: string) =>
    [...source.matchAll(/\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n?)+)/gm)].map(([, block, lines]) =>
      (block ?? lines ?? '')
        .replaceAll(/^\s*(?:\*|\/\/)?\s?/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

  test('use everyday words, and do not begin with a relative clause', () => {
    const comments = ['src', 'tests', 'bench', 'content'].flatMap((folder) =>
      readTree(folder, /\.(tsx?|mjs|css)$/)
        .filter(({ path }) => path !== 'tests/plain-words.test.ts')
        .flatMap(({ path, text }) => commentsOf(text).map((comment) => ({ path, comment }))),
    );
    expect(comments.length).toBeGreaterThan(1000);
    expect(
      comments
        .filter(({ comment }) => opening.test(comment) || forbidden.test(comment))
        .map(({ path, comment }) => `${path}: ${comment}`),
    ).toEqual([]);
  });
});
