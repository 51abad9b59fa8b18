import { describe, expect, test } from 'vitest';
import { readTree } from './support/source-tree.ts';

/** Tailwind utilities with a physical side or direction, which are not mirrored in Arabic. */
const utility =
  /(?<![\w-])(?:[\w[\]()&>*.=@-]+:)*-?(?:[mp][lr]|(?:left|right)|rounded-(?:[lr]|[tb][lr])|border-[lr]|text-(?:left|right)|float-(?:left|right)|clear-(?:left|right)|scroll-[mp][lr]|origin-(?:top-|bottom-)?(?:left|right)|object-(?:left|right)|translate-x|bg-(?:linear|gradient)-to-[tb]?[lr])(?:-(?!to-)[\w[\]().%/-]+)?(?=["'`\s]|$)/g;
/** Matches of `utility` that are not styles because they have no value, such as the words "left" and "ml". */
const bareWord = /^(?:[mp][lr]|left|right|translate-x|scroll-[mp][lr])$/;
/** CSS declarations with a physical side or a fixed direction. */
const property =
  /(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?\s*:|(?<![\w-])(?:left|right)\s*:|border-(?:top|bottom)-(?:left|right)-radius\s*:|(?:text-align|float|clear|--[\w-]+)\s*:\s*(?:left|right)\b|(?<![\w-])direction\s*:/g;

const titles =
  'A title with its own direction is still aligned to the page’s side; "start" would be the title’s (docs/rules.md#owners-texts).';
/** Accepted uses, each with its reason; unused entries must be removed. */
const allowed: readonly { file: string; text: string; reason: string }[] = [
  { file: 'src/web/styles/tokens.css', text: '--page-start: left', reason: titles },
  { file: 'src/web/styles/tokens.css', text: '--page-start: right', reason: titles },
];

const site = ['src/web', 'src/pages']
  .flatMap((folder) => readTree(folder, /\.(tsx?|css)$/))
  .filter(({ path }) => !/\.test\.tsx?$/.test(path));
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

function findPhysicalStyles(): { file: string; text: string }[] {
  return site.flatMap(({ path, text }) => {
    const code = text.replaceAll(comments, '');
    const patterns = path.endsWith('.css') ? [property] : [utility];
    return patterns.flatMap((pattern) =>
      [...code.matchAll(pattern)].map(([match]) => ({ file: path, text: match.trim() })),
    );
  });
}

describe('styles are mirrored in Arabic', () => {
  const violations = findPhysicalStyles().filter(({ text }) => !bareWord.test(text));
  const isSame = (a: { file: string; text: string }, b: { file: string; text: string }): boolean =>
    a.file === b.file && a.text === b.text;

  test('no Tailwind utility and no CSS declaration has a physical side, except accepted ones', () => {
    expect(violations.filter((use) => !allowed.some((entry) => isSame(entry, use)))).toEqual([]);
  });

  test('every exception is still in use', () => {
    expect(allowed.filter((entry) => !violations.some((use) => isSame(entry, use)))).toEqual([]);
  });

  test('the patterns match physical sides, but not logical ones', () => {
    const styles = [
      'ml-2',
      'md:pr-[3px]',
      '-right-1',
      'hover:text-left',
      'rounded-tl-lg',
      '-translate-x-full',
    ];
    for (const style of styles) expect(`"flex ${style}"`.match(utility)).toEqual([style]);
    for (const style of ['ms-2', 'start-0', 'text-start', 'rounded-s-lg', 'border-e', 'right-to-left']) {
      expect(`"flex ${style}"`.match(utility)).toBeNull();
    }
    for (const rule of ['left: 0', 'margin-right: 1px', 'text-align: left', '--side: left'])
      expect(rule.match(property)).toHaveLength(1);
    for (const rule of ['inset-inline-start: 0', 'text-align: start'])
      expect(rule.match(property)).toBeNull();
  });
});
