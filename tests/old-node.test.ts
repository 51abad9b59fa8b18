import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'minbar-old-node-'));
  copyFileSync('minbar.mjs', join(folder, 'minbar.mjs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What the entry says on a Node 20 of a system. */
function said(platform: string, arch: string): string {
  const facts = JSON.stringify({ versions: { node: '20.20.2' }, platform, arch });
  const pretend = `for (const [name, value] of Object.entries(${facts})) Object.defineProperty(process, name, { value })`;
  const options = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'minbar.mjs', 'start'];
  const { status, stderr } = spawnSync(process.execPath, options, { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr;
}

test('an older Node says where the right one comes from', () => {
  expect(said('darwin', 'x64')).toMatch(/Node 20\.20\.2\. Run "npm ci".*nodejs\.org/);
  expect(said('win32', 'arm64')).toMatch(/Run "npm ci"/);
});

test('where none comes along, what to install', () => {
  expect(said('freebsd', 'x64')).toMatch(
    /None comes along .*freebsd-x64.*install Node 24 or newer from https:/,
  );
});

test('where it came along and was not used, how to use it', () => {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.bin/node'), '');
  expect(said('linux', 'x64')).toMatch(/run "npm start"/);
  expect(said('linux', 'x64')).not.toMatch(/nodejs\.org|run "npm ci"/);
});
