import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Owner } from './owner.ts';

const [siteUser, publisher] = [12_345, 12_346];
let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
});
afterEach(() => owner.cleanUp());

function changeOwner(folder: string, user: number): void {
  execFileSync('chown', ['-R', `${user}:${user}`, folder]);
}

/** Returns the paths of root's files and folders in a folder, relative to it. */
function listOwnedByRoot(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => lstatSync(join(folder, name)).uid === 0);
}

describe.skipIf(process.getuid?.() !== 0)('a command that root runs for a site of another user', () => {
  test('leaves no files of root in the data folder and in the lesson folder: publish, undo, restore', async () => {
    await owner.run('publish', '--yes');
    const archive = join(owner.dataDir, '../backup.tar');
    expect((await owner.run('backup', archive)).code).toBe(0);
    changeOwner(owner.dataDir, siteUser);
    changeOwner(owner.folder.path, publisher);

    await owner.folder.write('Fiqh/New.pdf', 'new');
    for (const args of [
      ['publish', '--yes'],
      ['undo', '--yes'],
      ['restore', archive, '--yes'],
    ]) {
      const { code, text } = await owner.run(...args);
      expect(code, text).toBe(0);
      expect(listOwnedByRoot(owner.dataDir), args[0]).toEqual([]);
    }
    expect(listOwnedByRoot(owner.folder.path)).toEqual([]);
    expect(lstatSync(join(owner.folder.path, 'Fiqh/Wudu.pdf')).uid).toBe(publisher);
  });

  test('writes a backup to a folder that the running site cannot access', async () => {
    await owner.run('publish', '--yes');
    const home = join(owner.dataDir, '..');
    const backups = join(home, 'backups');
    mkdirSync(backups, { mode: 0o700 });
    changeOwner(owner.dataDir, siteUser);
    chmodSync(home, 0o711);
    const program = fileURLToPath(new URL('./site-of-another-user.ts', import.meta.url));
    const running = spawn(process.execPath, [program, owner.dataDir, owner.folder.path], {
      uid: siteUser,
      gid: siteUser,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      await once(running.stdout, 'data');
      const { code, text } = await owner.run('backup', join(backups, 'backup.tar.gz'));
      expect(code, text).toBe(0);
      expect(readdirSync(backups)).toEqual(['backup.tar.gz']);
      expect(lstatSync(join(backups, 'backup.tar.gz')).uid).toBe(0);
      expect(listOwnedByRoot(owner.dataDir)).toEqual([]);
    } finally {
      running.stdin.end();
      await once(running, 'exit');
    }
  });

  test('leaves no files of root in the data folder when it fails or only reads', async () => {
    await owner.run('publish', '--yes');
    changeOwner(owner.dataDir, siteUser);
    expect((await owner.run('restore', join(owner.dataDir, 'none.tar'))).code).toBe(1);
    for (const command of ['doctor', 'verify', 'history']) await owner.run(command);
    expect(listOwnedByRoot(owner.dataDir)).toEqual([]);
  });
});
