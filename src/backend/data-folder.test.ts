import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { DataFolderLocked, giveToOwner, lockDataFolder } from './data-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

const readRecord = () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
const site = { endpoint: 'http://localhost:3000/v1', key: 'k', commandPort: 1 };

function expectLocked(): DataFolderLocked {
  try {
    lockDataFolder(dataDir, 'publish').release();
  } catch (error) {
    if (error instanceof DataFolderLocked) return error;
  }
  throw new Error('the folder was not locked');
}

test('reports the lock owner to a second caller, which changes nothing', () => {
  const folder = lockDataFolder(dataDir, 'site');
  folder.announce(site);
  expect(statSync(join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
  const before = readRecord();
  expect(expectLocked().lockOwner).toEqual(before);
  expect(before).toMatchObject({ what: 'site', pid: process.pid, site });
  expect(readRecord()).toEqual(before);
  folder.release();
  expect(readdirSync(dataDir)).toEqual(['lock']);
  lockDataFolder(dataDir, 'publish').release();
});

test('locks the folder although the lock file is damaged', () => {
  writeFileSync(join(dataDir, 'lock'), 'junk\n'.repeat(1000));
  const folder = lockDataFolder(dataDir, 'site');
  writeFileSync(join(dataDir, 'lock'), 'junk\n'.repeat(1000));
  expect(expectLocked().lockOwner).toMatchObject({ what: 'site' });
  folder.release();
  lockDataFolder(dataDir, 'publish').release();
  expect(readFileSync(join(dataDir, 'lock.damaged'), 'utf8')).toContain('junk');
});

test('releases the lock of a killed process, although run.json stays', async () => {
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(import.meta.resolve('./data-folder.ts'))});
    lockDataFolder(${JSON.stringify(dataDir)}, 'site').announce(${JSON.stringify(site)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(expectLocked().lockOwner?.pid).toBe(child.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readRecord().site).toEqual(site);
  lockDataFolder(dataDir, 'publish').release();
});

test('ignores a stale or truncated run.json', () => {
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ what: 'site', pid: process.pid, site }));
  lockDataFolder(dataDir, 'publish').release();
  writeFileSync(join(dataDir, 'run.json'), '{"pid":');
  lockDataFolder(dataDir, 'publish').release();
});

const [owner, other] = [12_345, 12_346];

test.skipIf(process.getuid?.() !== 0)(
  "gives root's files, except hard links, to the owner of the folder",
  () => {
    const home = createTestFolder();
    const folder = join(home, 'data');
    const pathOf = (name: string) => join(folder, name);
    const ownerOf = (name: string) => lstatSync(pathOf(name)).uid;
    mkdirSync(pathOf('files/9f'), { recursive: true });
    for (const name of ['files/9f/new', 'theirs', '../outside', '../twice']) writeFileSync(pathOf(name), '');
    chownSync(pathOf('theirs'), other, other);
    symlinkSync('../outside', pathOf('link'));
    linkSync(pathOf('../twice'), pathOf('twice'));
    giveToOwner(folder);
    expect(ownerOf('files')).toBe(0);

    chownSync(folder, owner, owner);
    giveToOwner(folder);
    for (const name of ['files', 'files/9f', 'files/9f/new', 'link']) expect(ownerOf(name), name).toBe(owner);
    expect(ownerOf('theirs')).toBe(other);
    for (const name of ['../outside', '../twice', 'twice']) expect(ownerOf(name), name).toBe(0);
  },
);
