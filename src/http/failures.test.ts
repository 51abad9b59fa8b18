import { expect, test } from 'vitest';
import { plainMessage } from './failures.ts';

test('of an HTML page only the title is returned', () => {
  const page = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>…</body></html>';
  expect(plainMessage(page)).toBe('502 Bad Gateway');
  expect(plainMessage('<!DOCTYPE html><body>Oops</body>')).toBe('a page instead of an answer');
});

test('other messages stay unchanged', () => {
  expect(plainMessage('File size not allowed: <5 MB')).toBe('File size not allowed: <5 MB');
});
