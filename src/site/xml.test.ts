import { expect, test } from 'vitest';
import { escapeHtml, xmlDocument } from './xml.ts';

test('escapeHtml escapes every special character', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
});

test('escapes markup in texts and attributes and drops characters that XML forbids', () => {
  const hostileText = ']]>&amp;<script>"\'\u0000\u0008\u001F\uFFFE\uD800\u{1F54C}';
  expect(
    xmlDocument({ a: { '@': { b: hostileText, c: undefined }, '#': hostileText, d: {}, e: undefined } }),
  ).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<a b="]]&gt;&amp;amp;&lt;script&gt;&quot;&#39;\u{1F54C}">' +
      ']]&gt;&amp;amp;&lt;script&gt;&quot;&#39;\u{1F54C}<d/></a>\n',
  );
});
