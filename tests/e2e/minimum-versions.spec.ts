import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findNewInScript } from './minimum-versions/scripts.ts';
import { findNewInStyles } from './minimum-versions/styles.ts';

/** Calls that scripts guard, or that only look new, each with the reason. */
const guardedInScripts: Record<string, string> = {
  '.escape()': 'React calls `CSS.escape`, which is old',
  '.requestIdleCallback()': 'home/live-library.ts checks first',
  '.restore()': 'a method of client.tsx',
  '.share()': 'lesson/client.ts checks first',
  '.startViewTransition()': 'React checks first, and the site has no such transition',
  '.use()': 'a function of React',
  navigation: 'React checks first',
  setImmediate: 'React checks first',
};

/** Features that may be missing, each with the result for the visitor. */
const optionalFeatures: Record<string, string> = {
  '(forced-colors)': 'only browsers with forced colors need it',
  ':-webkit-search-cancel-button': 'only browsers that draw such a button need it',
  ':has': 'the page behind a sheet scrolls, a card does not rise under the pointer',
  ':modal': 'the page behind a sheet scrolls',
  '@page': 'a printed page has the margins of the printer',
  '@property': 'Tailwind has a fallback next to it',
  '@starting-style': 'a sheet opens without moving',
  'break-after: avoid': 'a heading may end a printed page',
  'cursor: pointer': 'a phone has no pointer',
  'field-sizing': 'a quotation of more than six lines scrolls in its box',
  'field-sizing: content': 'as above',
  'hyphenate-limit-chars': 'shorter words are also hyphenated',
  'inline-size: fit-content': 'a link or note is as wide as its column',
  lh: 'the description and the address may need one line more than is reserved',
  'overflow-anchor': 'only Chromium needs it to restore the scroll position',
  'overflow-anchor: none': 'as above',
  'overscroll-behavior': 'at the end of a sheet the page behind scrolls',
  'overscroll-behavior: contain': 'as above',
  'text-align-last': 'a title in the other language is aligned with its own direction',
  'text-align-last: center': 'as above',
  'text-wrap': 'lines of a heading have uneven lengths',
  'text-wrap: balance': 'as above',
  translate: 'a card does not rise under the pointer, a sheet opens without moving',
};

const files = (ending: string) =>
  globSync(`dist/client/assets/*.${ending}`).map((path) => readFileSync(path, 'utf8'));

test('the checks find features that are too new', () => {
  const script =
    'URL.canParse(a); b.toSorted(); Promise.withResolvers(); c.toWellFormed(); structuredClone(d); /(?<=e)f/.test(g)';
  expect([...findNewInScript(script)].sort()).toEqual([
    '.toSorted()',
    '.toWellFormed()',
    '.withResolvers()',
    'URL.canParse()',
    'a lookbehind',
  ]);
  expect([...findNewInScript('class A { static { b() } }')]).toEqual(['a static block']);
  expect(() => findNewInScript('/a/v')).toThrow(SyntaxError);
  const styles =
    '@media (width >= 40rem) { a { color: color-mix(in srgb, red, blue) } } b { &:hover { height: 1dvh } } c:has(d), e { gap: 0 }';
  expect([...findNewInStyles(styles).features].sort()).toEqual([
    ':has',
    'color-mix()',
    'dvh',
    'media range',
    'nesting',
  ]);
  expect(findNewInStyles(styles).mixed).toEqual(['c:has(d),e']);
});

test('the minimum browser versions can parse every script and have its functions', async () => {
  // Fetches the page, because the server adds the script that requests the bundle.
  const html = await (await fetch(process.env.SHARED_SITE ?? '')).text();
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const scripts = [...files('js'), ...inline];
  expect(inline).toHaveLength(3);
  expect(scripts.length).toBeGreaterThanOrEqual(8);
  const features = new Set(scripts.flatMap((script) => [...findNewInScript(script)]));
  expect([...features].sort()).toEqual(Object.keys(guardedInScripts).sort());
});

test('stylesheets use newer features only where pages work without them', () => {
  const sheets = files('css').map(findNewInStyles);
  // The site, lessons and posters have one stylesheet each.
  expect(sheets).toHaveLength(3);
  const features = new Set(sheets.flatMap((sheet) => [...sheet.features]));
  expect([...features].sort()).toEqual(Object.keys(optionalFeatures).sort());
  expect(sheets.flatMap(({ mixed }) => mixed)).toEqual([]);
});
