import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Owner } from '../../../tests/library/owner.ts';
import { makeStoredFileUnreadable } from '../../../tests/library/unreadable-file.ts';
import { packArchive, writeArchive } from './archive.ts';

let owner: Owner;
let archive: string;
beforeEach(async () => {
  owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one' });
  archive = join(owner.dataDir, '../backup.tar');
  await owner.run('publish', '--yes');
});
afterEach(() => owner.cleanUp());

describe('a failing backup', () => {
  test('names a lesson whose file cannot be read, and writes no archive', async () => {
    const site = await owner.startSite();
    const restoreFile = await makeStoredFileUnreadable(await owner.storedFile('wudu'));
    const { code, text } = await owner.run('backup', archive);
    await restoreFile();
    await site.stop();
    expect(code).toBe(1);
    expect(text).toMatch(/file of Wudu\.pdf cannot be read.*verify/);
    expect(existsSync(archive)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')(
    'explains that the disk does not accept a file as large as the archive',
    async () => {
      for (const letter of ['a', 'b', 'c'])
        await owner.folder.write(`Fiqh/${letter}.pdf`, letter.repeat(900_000));
      await owner.run('publish', '--yes');
      const program = join(import.meta.dirname, '../../../minbar.mjs');
      const messageIn = (language: string) => {
        // Limits the size of a file to 2,000 blocks of 512 or 1024 bytes: enough for each lesson, but not for the archive.
        const command = `ulimit -f 2000; "${process.execPath}" "${program}" library backup "${archive}" --lang ${language}`;
        const env = { ...process.env, ...owner.env };
        const { status, stdout } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' });
        return [
          status,
          stdout
            .trim()
            .split('\n')
            .at(-1)
            ?.replace(/[\u2068\u2069]/g, ''),
        ];
      };
      expect(messageIn('en')).toEqual([
        1,
        expect.stringMatching(`^The disk that contains ${archive} does not accept a file this large.*exFAT`),
      ]);
      expect(messageIn('ar')).toEqual([
        1,
        expect.stringMatching(`^القرص الذي فيه ${archive} لا يقبل ملفًا بهذا الحجم.*exFAT`),
      ]);
      expect(existsSync(archive)).toBe(false);
    },
  );
});

test('packs the stored files without copying them first', async () => {
  const site = await owner.startSite();
  const staged: Promise<string[]>[] = [];
  const { signal } = new AbortController();
  const onFile = (done: number, all: number) =>
    done === all && void staged.push(readdir(join(owner.dataDir, 'unfinished-backup')));
  const options = { dataDir: owner.dataDir, content: [], onFile, signal };
  await writeArchive(site.local, archive, options, () =>
    packArchive({ dataDir: owner.dataDir, path: archive }, signal),
  );
  await site.stop();
  expect((await staged[0])?.sort()).toEqual(['minbar.db', 'unfinished.json']);
});
