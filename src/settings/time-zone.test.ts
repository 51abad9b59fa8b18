import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyTimeZone, settleTimeZone } from './time-zone.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'minbar-zone-'));
  // Vitest restores it after the test.
  vi.stubEnv('TZ', 'Asia/Riyadh');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const path = () => join(folder, 'site.json');
const year = () => {
  const date = new Date('2025-12-31T22:00:00Z');
  expect(new Intl.DateTimeFormat('en', { year: 'numeric' }).format(date)).toBe(String(date.getFullYear()));
  return date.getFullYear();
};

test('dates are those of the time zone that the owner wrote', () => {
  expect(year()).toBe(2026);
  writeFileSync(path(), '{ "logo": "logo.svg", "timeZone": "America/Chicago" }');
  settleTimeZone(folder);
  expect(year()).toBe(2025);
  expect(readFileSync(path(), 'utf8')).toBe('{ "logo": "logo.svg", "timeZone": "America/Chicago" }');
});

test('the first start writes the time zone of the server, and a later server keeps it', () => {
  writeFileSync(path(), '{\n  "logo": "logo.svg"\n}\n');
  settleTimeZone(folder);
  expect(readFileSync(path(), 'utf8')).toBe('{\n  "logo": "logo.svg",\n  "timeZone": "Asia/Riyadh"\n}\n');
  vi.stubEnv('TZ', 'UTC');
  settleTimeZone(folder);
  expect(year()).toBe(2026);
});

test('a command reads it and writes nothing', () => {
  writeFileSync(path(), '{}');
  expect(applyTimeZone(folder)).toBe('Asia/Riyadh');
  expect(readFileSync(path(), 'utf8')).toBe('{}');
});

test.each(['Mars/Olympus', '+03:00'])(
  '%s is no time zone: the system’s is used, and the file stays as it is',
  (name) => {
    const text = `{ "timeZone": "${name}" }`;
    writeFileSync(path(), text);
    settleTimeZone(folder);
    expect(year()).toBe(2026);
    expect(readFileSync(path(), 'utf8')).toBe(text);
  },
);
