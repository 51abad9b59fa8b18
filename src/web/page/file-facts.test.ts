import { describe, expect, test } from 'vitest';
import { fileTitle, formatFileSize, toSafeHref } from './file-facts.ts';

test.each([
  ['Rules of wudu.pdf', 'Rules of wudu'],
  ['الدرس ٢.pdf', 'الدرس ٢'],
  ['v1.2 notes.PDF', 'v1.2 notes'],
  ['.pdf', '.pdf'],
  ['ab', 'ab'],
  ['', ''],
])('%j has the title %j', (name, title) => {
  expect(fileTitle(name)).toBe(title);
});

test.each([
  [0, '0 KB'],
  [512, '0.5 KB'],
  [8602, '8.4 KB'],
  [10 * 1024 - 1, '10 KB'],
  [10 * 1024, '0.01 MB'],
  [1_300_234, '1.24 MB'],
  [2_621_440, '2.50 MB'],
  [1_288_490_188, '1,228.80 MB'],
  [-1, '0 KB'],
  [Number.NaN, '0 KB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

const site = 'https://example.org';

describe('toSafeHref allows', () => {
  test.each([
    [
      '/v1/storage/buckets/pdfs/files/1/view?project=minbar',
      '/v1/storage/buckets/pdfs/files/1/view?project=minbar',
    ],
    ['https://example.org/v1/x', '/v1/x'],
    ['https://cloud.example.net/v1/storage/x?project=p', 'https://cloud.example.net/v1/storage/x?project=p'],
    ['HTTPS://cloud.example.net/x', 'https://cloud.example.net/x'],
  ])('the address %j', (url, href) => {
    expect(toSafeHref(url, site)).toBe(href);
  });

  test('http to a local host, only if the site is local too', () => {
    expect(toSafeHref('http://localhost:4000/x', 'http://127.0.0.1:3000')).toBe('http://localhost:4000/x');
    expect(toSafeHref('http://localhost:4000/x', site)).toBeUndefined();
  });
});

describe('toSafeHref rejects', () => {
  test.each([
    'javascript:alert(1)',
    'JaVa\tScript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'https:/\\evil.example',
    'https://user:pw@host.example',
    'http://plain.example/x.pdf',
    'https://',
    'relative/path.pdf',
    '',
    'mailto:a@b.c',
  ])('the address %j', (url) => {
    expect(toSafeHref(url, site)).toBeUndefined();
  });
});
