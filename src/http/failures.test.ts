import { expect, test } from 'vitest';
import { plainMessage } from './failures.ts';

test('of a page of HTML only the title is told', () => {
  const page = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>…</body></html>';
  expect(plainMessage(page)).toBe('502 Bad Gateway');
  expect(plainMessage('<!DOCTYPE html><body>Oops</body>')).toBe('a page instead of an answer');
});

test('a sentence stays as it is', () => {
  expect(plainMessage('File size not allowed: <5 MB')).toBe('File size not allowed: <5 MB');
});
