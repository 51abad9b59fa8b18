import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { newInScript } from './minimum-versions/scripts.ts';
import { newInStyles } from './minimum-versions/styles.ts';

/** Guarded calls, or calls of the site's own functions, each with the reason why it is harmless. */
const guardedInScripts: Record<string, string> = {
  '.escape()': 'that of CSS, which is old, called by React',
  '.requestIdleCallback()': 'home/live-library.ts checks first',
  '.restore()': 'a method of client.tsx',
  '.share()': 'lesson/client.ts checks first',
  '.startViewTransition()': 'React checks first, and the site has no such transition',
  '.use()': 'React’s',
  navigation: 'React checks first',
  setImmediate: 'React checks first',
};

/** Features that may be missing, each with the result for the visitor. */
const dispensable: Record<string, string> = {
  '(forced-colors)': 'only browsers with forced colors need it',
  ':-webkit-search-cancel-button': 'only browsers that draw such a button know its name',
  ':has': 'the page behind a sheet scrolls, a card does not rise under the pointer',
  ':modal': 'the page behind a sheet scrolls',
  '@page': 'a printed page has the margins of the printer',
  '@property': 'Tailwind says the same in another way beside it',
  '@starting-style': 'a sheet opens without moving',
  'backdrop-filter': 'the header is not blurred, and not see-through',
  'break-after: avoid': 'a heading may end a printed page',
  'cursor: pointer': 'a phone has no pointer',
  'inline-size: fit-content': 'a link or note is as wide as its column',
  lh: 'the texts under "Library" and the address may take one line more than is kept for them',
  'overflow-anchor': 'only Chromium needs it to come back to the same place',
  'overflow-anchor: none': 'the same',
  'overscroll-behavior': 'at the end of a sheet the page behind scrolls',
  'overscroll-behavior: contain': 'the same',
  'text-align-last': 'a title in the other language begins on its own side of the card',
  'text-align-last: center': 'the same',
  'text-align-last: left': 'the same',
  'text-align-last: right': 'the same',
  'text-wrap': 'lines of a heading are not of even length',
  'text-wrap: balance': 'the same',
  translate: 'a card does not rise under the pointer, a sheet opens without moving',
};

const files = (ending: string) =>
  globSync(`dist/client/assets/*.${ending}`).map((path) => readFileSync(path, 'utf8'));

test('the checks see what is too new', () => {
  const script =
    'URL.canParse(a); b.toSorted(); Promise.withResolvers(); c.toWellFormed(); structuredClone(d); /(?<=e)f/.test(g)';
  expect([...newInScript(script)].sort()).toEqual([
    '.toSorted()',
    '.toWellFormed()',
    '.withResolvers()',
    'URL.canParse()',
    'a lookbehind',
  ]);
  expect([...newInScript('class A { static { b() } }')]).toEqual(['a static block']);
  expect(() => newInScript('/a/v')).toThrow(SyntaxError);
  const styles =
    '@media (width >= 40rem) { a { color: color-mix(in srgb, red, blue) } } b { &:hover { height: 1dvh } } c:has(d), e { gap: 0 }';
  expect([...newInStyles(styles).features].sort()).toEqual([
    ':has',
    'color-mix()',
    'dvh',
    'media range',
    'nesting',
  ]);
  expect(newInStyles(styles).mixed).toEqual(['c:has(d),e']);
});

test('every script can be read, and finds what it calls, in the oldest browsers that have all of the site', async () => {
  // As sent: the server adds the script that requests the bundle.
  const html = await (await fetch(process.env.SHARED_SITE ?? '')).text();
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const scripts = [...files('js'), ...inline];
  expect(inline).toHaveLength(3);
  expect(scripts.length).toBeGreaterThanOrEqual(8);
  const features = new Set(scripts.flatMap((script) => [...newInScript(script)]));
  expect([...features].sort()).toEqual(Object.keys(guardedInScripts).sort());
});

test('the stylesheets ask for nothing newer that a page could not do without', () => {
  const sheets = files('css').map(newInStyles);
  // Stylesheets of the site, of lessons, and of the poster.
  expect(sheets).toHaveLength(3);
  const features = new Set(sheets.flatMap((sheet) => [...sheet.features]));
  expect([...features].sort()).toEqual(Object.keys(dispensable).sort());
  expect(sheets.flatMap(({ mixed }) => mixed)).toEqual([]);
});
