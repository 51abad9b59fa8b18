import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRunFile, removeRunFile, writeRunFile } from './run-file.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'minbar-run-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const run = { pid: process.pid, endpoint: 'http://localhost:3000/v1', key: 'k' };

test('the site that runs is found, and only its owner may read how', () => {
  writeRunFile(dataDir, run);
  expect(readRunFile(dataDir)).toEqual(run);
  expect(statSync(join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
  removeRunFile(dataDir);
  expect(readRunFile(dataDir)).toBeNull();
});

test('a file left over by a killed process, or half a file, is no running site', () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  writeRunFile(dataDir, { ...run, pid: gone });
  expect(readRunFile(dataDir)).toBeNull();
  writeFileSync(join(dataDir, 'run.json'), '{"pid":');
  expect(readRunFile(dataDir)).toBeNull();
});

test('a stopping site leaves the file of the next one', () => {
  writeRunFile(dataDir, run);
  removeRunFile(dataDir, run.pid + 1);
  expect(readRunFile(dataDir)).toEqual(run);
});
