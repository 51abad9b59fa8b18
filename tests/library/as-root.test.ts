import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Owner } from './owner.ts';

// Every write waits for the disk, which may be slow on a busy machine.

const [site, person] = [12_345, 12_346];
let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
});
afterEach(() => owner.leave());

function give(folder: string, user: number): void {
  execFileSync('chown', ['-R', `${user}:${user}`, folder]);
}

/** Returns the paths in a folder that root owns. */
function rootsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => lstatSync(join(folder, name)).uid === 0);
}

describe.skipIf(process.getuid?.() !== 0)('a command that root runs for a site of another user', () => {
  test('leaves a data folder that is the site’s: publish, undo, restore', async () => {
    await owner.run('publish', '--yes');
    const archive = join(owner.dataDir, '../backup.tar');
    expect((await owner.run('backup', archive)).code).toBe(0);
    give(owner.dataDir, site);
    give(owner.folder.path, person);

    await owner.folder.write('Fiqh/New.pdf', 'new');
    for (const args of [
      ['publish', '--yes'],
      ['undo', '--yes'],
      ['restore', archive, '--yes'],
    ]) {
      const { code, text } = await owner.run(...args);
      expect(code, text).toBe(0);
      expect(rootsIn(owner.dataDir), args[0]).toEqual([]);
    }
    expect(rootsIn(owner.folder.path)).toEqual([]);
    expect(lstatSync(join(owner.folder.path, 'Fiqh/Wudu.pdf')).uid).toBe(person);
  });

  test('writes a backup where the running site may neither look nor write', async () => {
    await owner.run('publish', '--yes');
    const home = join(owner.dataDir, '..');
    const backups = join(home, 'backups');
    mkdirSync(backups, { mode: 0o700 });
    give(owner.dataDir, site);
    chmodSync(home, 0o711);
    const program = fileURLToPath(new URL('./site-of-another-user.ts', import.meta.url));
    const running = spawn(process.execPath, [program, owner.dataDir, owner.folder.path], {
      uid: site,
      gid: site,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      await once(running.stdout, 'data');
      const { code, text } = await owner.run('backup', join(backups, 'backup.tar.gz'));
      expect(code, text).toBe(0);
      expect(readdirSync(backups)).toEqual(['backup.tar.gz']);
      expect(lstatSync(join(backups, 'backup.tar.gz')).uid).toBe(0);
      expect(rootsIn(owner.dataDir)).toEqual([]);
    } finally {
      running.stdin.end();
      await once(running, 'exit');
    }
  });

  test('leaves it so when it fails, and when it only reads', async () => {
    await owner.run('publish', '--yes');
    give(owner.dataDir, site);
    expect((await owner.run('restore', join(owner.dataDir, 'none.tar'))).code).toBe(1);
    for (const command of ['doctor', 'verify', 'history']) await owner.run(command);
    expect(rootsIn(owner.dataDir)).toEqual([]);
  });
});
