import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderTaken, takeDataFolder } from './data-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'minbar-folder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const told = () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
const site = { endpoint: 'http://localhost:3000/v1', key: 'k' };

function refusal(): DataFolderTaken {
  try {
    takeDataFolder(dataDir, 'publish').release();
  } catch (error) {
    if (error instanceof DataFolderTaken) return error;
  }
  throw new Error('the folder was not taken');
}

test('one process has the folder; the next one is told who, and changes nothing', () => {
  const folder = takeDataFolder(dataDir, 'site');
  folder.announce(site);
  expect(statSync(join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
  const before = told();
  expect(refusal().holder).toEqual(before);
  expect(before).toMatchObject({ what: 'site', pid: process.pid, site });
  expect(told()).toEqual(before);
  folder.release();
  expect(readdirSync(dataDir)).toEqual(['lock']);
  takeDataFolder(dataDir, 'publish').release();
});

test('a lock that something was written into is a lock', () => {
  writeFileSync(join(dataDir, 'lock'), 'junk\n'.repeat(1000));
  const folder = takeDataFolder(dataDir, 'site');
  writeFileSync(join(dataDir, 'lock'), 'junk\n'.repeat(1000));
  expect(refusal().holder).toMatchObject({ what: 'site' });
  folder.release();
  takeDataFolder(dataDir, 'publish').release();
  expect(readFileSync(join(dataDir, 'lock.damaged'), 'utf8')).toContain('junk');
});

test('the hold ends with the process that is killed, though what it wrote stays', async () => {
  const program = `
    const { takeDataFolder } = await import(${JSON.stringify(import.meta.resolve('./data-folder.ts'))});
    takeDataFolder(${JSON.stringify(dataDir)}, 'site').announce(${JSON.stringify(site)});
    console.log('taken');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(refusal().holder?.pid).toBe(child.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(told().site).toEqual(site);
  takeDataFolder(dataDir, 'publish').release();
});

test('a description left over blocks nobody, even with the number of a process that lives, nor does half of one', () => {
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ what: 'site', pid: process.pid, site }));
  takeDataFolder(dataDir, 'publish').release();
  writeFileSync(join(dataDir, 'run.json'), '{"pid":');
  takeDataFolder(dataDir, 'publish').release();
});
