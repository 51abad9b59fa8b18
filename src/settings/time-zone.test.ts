import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { applyTimeZone, initializeTimeZone } from './time-zone.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
  // Vitest restores the variable after the test.
  vi.stubEnv('TZ', 'Asia/Riyadh');
});
afterEach(() => vi.unstubAllEnvs());

const path = () => join(folder, 'site.json');
const year = () => {
  const date = new Date('2025-12-31T22:00:00Z');
  expect(new Intl.DateTimeFormat('en', { year: 'numeric' }).format(date)).toBe(String(date.getFullYear()));
  return date.getFullYear();
};

test('uses the configured time zone', () => {
  expect(year()).toBe(2026);
  writeFileSync(path(), '{ "logo": "logo.svg", "timeZone": "America/Chicago" }');
  initializeTimeZone(folder);
  expect(year()).toBe(2025);
  expect(readFileSync(path(), 'utf8')).toBe('{ "logo": "logo.svg", "timeZone": "America/Chicago" }');
});

test('writes the server’s time zone at the first start and keeps it on another server', () => {
  writeFileSync(path(), '{\n  "logo": "logo.svg"\n}\n');
  initializeTimeZone(folder);
  expect(readFileSync(path(), 'utf8')).toBe('{\n  "logo": "logo.svg",\n  "timeZone": "Asia/Riyadh"\n}\n');
  vi.stubEnv('TZ', 'UTC');
  initializeTimeZone(folder);
  expect(year()).toBe(2026);
});

test('writes the time zone into the file to which a link leads', () => {
  const target = join(createTestFolder(), 'shared.json');
  writeFileSync(target, '{}');
  symlinkSync(target, path());
  initializeTimeZone(folder);
  expect(lstatSync(path()).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toContain('Asia/Riyadh');
});

test.each([
  ['a file with a byte order mark', '\uFEFF{}', '\uFEFF{\n  "timeZone": "Asia/Riyadh"\n}\n'],
  ['an empty object', '{}', '{\n  "timeZone": "Asia/Riyadh"\n}\n'],
  ['a file with a trailing comma', '{ "logo": "logo.svg", }', '{ "logo": "logo.svg", }'],
])('leaves valid JSON or the owner’s text in %s', (_, text, expected) => {
  writeFileSync(path(), text);
  initializeTimeZone(folder);
  expect(readFileSync(path(), 'utf8')).toBe(expected);
});

test('a command applies the time zone without writing the file', () => {
  writeFileSync(path(), '{}');
  expect(applyTimeZone(folder)).toBe('Asia/Riyadh');
  expect(readFileSync(path(), 'utf8')).toBe('{}');
});

test.each(['Mars/Olympus', '+03:00'])(
  'uses the system’s time zone for the invalid %s, without writing the file',
  (name) => {
    const text = `{ "timeZone": "${name}" }`;
    writeFileSync(path(), text);
    initializeTimeZone(folder);
    expect(year()).toBe(2026);
    expect(readFileSync(path(), 'utf8')).toBe(text);
  },
);
