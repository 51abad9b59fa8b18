import { expect, test } from 'vitest';
import { plainMessage } from './failures.ts';

test('returns only the title of an HTML page', () => {
  const page = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>…</body></html>';
  expect(plainMessage(page)).toBe('502 Bad Gateway');
  expect(plainMessage('<!DOCTYPE html><body>Oops</body>')).toBe('an HTML page instead of a response');
});

test('returns other messages unchanged', () => {
  expect(plainMessage('File size not allowed: <5 MB')).toBe('File size not allowed: <5 MB');
});
