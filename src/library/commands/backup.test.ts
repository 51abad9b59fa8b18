import { truncateSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { create, extract } from 'tar';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Owner, texts } from '../../../tests/library/owner.ts';
import { createOpensCounter, readOpens } from '../opens/opens.ts';
import type { Manifest } from '../sync/archive.ts';

vi.mock('node:fs/promises', async (importActual) => {
  const actual = await importActual<typeof import('node:fs/promises')>();
  return { ...actual, utimes: vi.fn(actual.utimes) };
});

const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one', 'السيرة/الدرس ٢.pdf': 'two' };
let owner: Owner;
let archive: string;
beforeEach(async () => {
  owner = await Owner.make(lessons);
  archive = join(owner.dataDir, '../backup.tar');
  await owner.run('publish', '--yes');
});
afterEach(() => owner.cleanUp());

describe('backup and restore', () => {
  test('ends an undo that was interrupted before the restore', async () => {
    await owner.run('backup', archive);
    const [path, folder] = ['Fiqh/Wudu.pdf', owner.folder.path];
    const out = { from: join(folder, path), to: join(folder, '_undone', path) };
    const [startedAt, staging] = ['2026-01-01T00:00:00.000Z', join(folder, '_undoing')];
    const moves = [{ step: { kind: 'moveOut' }, out }];
    const state = { folder, number: 1, startedAt, staging, phase: 'out', moves, failures: [] };
    await writeFile(join(owner.dataDir, 'undo.json'), JSON.stringify(state));
    expect((await owner.run('restore', archive, '--yes')).code).toBe(0);
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
  });

  test('restores lessons to a disk that cannot set the dates of files', async () => {
    await owner.run('backup', archive);
    await owner.folder.remove('Fiqh');
    const refusal = Object.assign(new Error('not supported'), { code: 'ENOSYS', syscall: 'utime' });
    onTestFinished(() => void vi.mocked(utimes).mockReset());
    vi.mocked(utimes).mockRejectedValue(refusal);
    const { code, text } = await owner.run('restore', archive, '--yes');
    expect([code, text]).toEqual([0, expect.stringContaining('Restored')]);
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
  });

  test('keeps archives in the folder `backup` of the data folder', async () => {
    const path = join(owner.dataDir, 'backup/minbar.tar');
    await mkdir(dirname(path));
    expect((await owner.run('backup', path)).code).toBe(0);
    await owner.run('publish', '--yes');
    expect((await owner.run('restore', path, '--dry-run')).code).toBe(0);
  });

  test('restores rows, links, dates, files, history, lessons, texts, logo, glossary and opens on another machine', async () => {
    const opens = createOpensCounter(owner.dataDir);
    opens.count('lesson');
    opens.close();
    const before = await owner.onlineLessons();
    const history = (await owner.run('history')).text;
    const texts = (await readFile(contentPath('site.json'), 'utf8')).replace(
      'Sheikh Example',
      'Sheikh Ahmad',
    );
    await writeFile(contentPath('site.json'), texts);
    await rm(contentPath('glossary.json'));
    const { code, text } = await owner.run('backup', archive);
    expect(code, text).toBe(0);
    expect(text).toMatch(/Backup written and checked: .*, \d+ rows, 3 files/);

    const newMachine = await Owner.make({ 'Sample/Lesson.pdf': 'a sample lesson' });
    try {
      await newMachine.run('publish', '--yes');
      const restoreOutput = await newMachine.run('restore', archive, '--yes');
      expect(restoreOutput.code, restoreOutput.text).toBe(0);
      expect(await newMachine.onlineLessons()).toEqual(before);
      expect((await newMachine.run('history')).text).toBe(history);
      expect(readOpens(newMachine.dataDir, 'all')).toEqual([{ lesson: 'lesson', count: 1 }]);
      expect((await newMachine.run('verify')).code).toBe(0);
      expect((await newMachine.run('publish', '--dry-run')).text).toContain('Nothing to publish');
      expect(await readFile(join(newMachine.root, 'content/site.json'), 'utf8')).toBe(texts);
      const entries = [
        ...(await readdir(join(newMachine.root, 'content'))),
        ...(await readdir(newMachine.dataDir)),
      ];
      expect(entries.map((name) => name.replace(/\d+$/, '…')).sort()).toEqual([
        'before-restore-…',
        'before-restore-…',
        'files',
        'lock',
        'logo-dark.svg',
        'logo.svg',
        'minbar.db',
        'opens.db',
        'read-files.json',
        'site.json',
        'words.db',
      ]);
      const folders = await readdir(newMachine.folder.path);
      expect(folders.map((name) => name.replace(/\d+$/, '…')).sort()).toEqual([
        'Fiqh',
        '_before-restore-…',
        'السيرة',
      ]);
    } finally {
      await newMachine.cleanUp();
    }
  });

  test.runIf(process.platform !== 'win32')(
    'backs up a logo whose name is a valid path only on this system',
    async () => {
      const site = JSON.parse(await readFile(contentPath('site.json'), 'utf8'));
      const logo = String.raw`our\logo.svg`;
      await writeFile(contentPath(logo), '<svg xmlns="http://www.w3.org/2000/svg"/>');
      await writeFile(contentPath('site.json'), JSON.stringify({ ...site, logo }));
      const { code, text } = await owner.run('backup', archive);
      expect(code, text).toBe(0);
    },
  );

  test('asks before a restore, and keeps the earlier state', async () => {
    await owner.run('backup', archive);
    await owner.folder.write('Fiqh/Later.pdf', 'later');
    await owner.run('publish', '--yes');
    expect((await owner.run('restore', archive)).code).toBe(3);
    expect((await owner.run('restore', archive, '--dry-run', '--yes')).code).toBe(0);
    expect(await owner.onlineLessons()).toHaveLength(4);
    owner.answers = ['y'];
    const { text } = await owner.run('restore', archive);
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
    const keptFolders = [...text.matchAll(/kept in (.*)\. Delete/g)].map(([, folder]) => folder ?? '');
    expect(await readdir(keptFolders[0] ?? '')).toContain('minbar.db');
    expect(await readdir(join(keptFolders[1] ?? '', 'Fiqh'))).toContain('Later.pdf');
  });

  test('refuses unusable archives, each with its own message, and changes nothing', async () => {
    await owner.run('backup', archive);
    const refusal = async (change: (folder: string, manifest: Manifest) => Promise<void>) => {
      const folder = await mkdtemp(join(owner.dataDir, '../unpacked-'));
      await extract({ file: archive, cwd: folder });
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
      await change(folder, manifest);
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
      await create({ file: `${folder}.tar`, cwd: folder }, await readdir(folder));
      const { code, text } = await owner.run('restore', `${folder}.tar`, '--yes');
      expect(code).toBe(1);
      await rm(folder, { recursive: true });
      await rm(`${folder}.tar`);
      return text.split('\n').at(-1);
    };
    const before = await listBackups();
    const damagedMessage = await refusal(async (folder, { files }) => {
      await writeFile(join(folder, 'files', files.find(({ name }) => name === 'Wudu.pdf')?.id ?? ''), 'wuda');
    });
    expect(damagedMessage).toContain('Wudu.pdf differs from what was backed up');
    const outsideMessage = await refusal(async (_, manifest) => {
      manifest.content = [{ name: '../outside.json', sha256: '00' }];
    });
    expect(outsideMessage).toContain('is not a Minbar backup');
    const truncatedArchive = join(owner.dataDir, '../cut.tar');
    await writeFile(truncatedArchive, (await readFile(archive)).subarray(0, 2000));
    expect((await owner.run('restore', truncatedArchive, '--yes')).text).toContain(
      'is not a backup archive, or only part of one',
    );
    await rm(truncatedArchive);
    expect((await owner.run('restore', truncatedArchive, '--yes')).text).toContain('There is no file');
    expect(await listBackups()).toEqual(before);
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
  });

  test.each([
    ['checks', 'Interrupted. Nothing was changed.', 'en'],
    ['unpacks', 'انقطع الاسترجاع ولم يتغير شيء.', 'ar'],
  ])(
    'Ctrl-C while a restore %s the archive ends it at once and leaves everything as before',
    async (step, sentence, language) => {
      await owner.run('backup', archive);
      const before = await listBackups();
      const stop = new AbortController();
      owner.signal = stop.signal;
      // Replaces the archive by one that takes hours to read: a terabyte of zeros, which needs no space on the disk.
      const interrupt = () => {
        truncateSync(archive, 0);
        truncateSync(archive, 2 ** 40);
        setTimeout(() => stop.abort(), 50);
      };
      if (step === 'checks') owner.onLine = interrupt;
      owner.onQuestion = async () => interrupt();
      owner.answers = ['y'];
      const { code, text } = await owner.runIn(language, 'restore', archive);
      expect([code, text.split('\n').at(-1)]).toEqual([1, expect.stringContaining(sentence)]);
      owner.onLine = () => {};
      owner.signal = new AbortController().signal;
      expect(await listBackups()).toEqual(before);
      expect((await readdir(owner.folder.path)).sort()).toEqual(['Fiqh', 'السيرة']);
      expect(texts(await owner.onlineLessons())).toEqual(lessons);
    },
  );

  test('leaves a folder that equals the backup unchanged, even with a PDF of the inbox category', async () => {
    await owner.changeSettings({ inboxCategory: 'General' });
    await owner.folder.write('Zakah.pdf', 'zakah');
    await owner.run('publish', '--yes');
    await owner.run('backup', archive);
    const { code, text } = await owner.run('restore', archive, '--yes');
    expect(code, text).toBe(0);
    expect((await readdir(owner.folder.path)).sort()).toEqual(['Fiqh', 'Zakah.pdf', 'السيرة']);
    expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
  });

  test('leaves a folder that equals the backup unchanged, even if the time zone and the Hijri calendar changed since', async () => {
    await owner.changeSettings({ timeZone: 'Pacific/Auckland', hijriOffset: 2 });
    await owner.folder.write('Fiqh/1440-08-28 Zakah.pdf', 'zakah');
    await owner.folder.write('Fiqh/2019-05-03 Hajj.pdf', 'hajj');
    await owner.run('publish', '--yes');
    await owner.run('backup', archive);
    await owner.changeSettings({ timeZone: 'Pacific/Honolulu', hijriOffset: -2 });
    const { code, text } = await owner.run('restore', archive, '--yes');
    expect(code, text).toBe(0);
    expect((await readdir(owner.folder.path)).sort()).toEqual(['Fiqh', 'السيرة']);
    expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
  });

  test('restores a folder that needs an inbox category which the backup lacks, so that no lesson is removed later', async () => {
    await owner.run('backup', archive);
    await owner.changeSettings({ inboxCategory: 'Fiqh' });
    await owner.folder.remove('Fiqh');
    await owner.folder.write('Wudu.pdf', 'wudu');
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
    expect((await owner.run('restore', archive, '--yes')).code).toBe(0);
    expect(await readdir(join(owner.folder.path, 'Fiqh'))).toEqual(['Wudu.pdf']);
    expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
  });

  test.each(['{', '{"inboxCategory": "_Inbox"}'])(
    'restores a site whose site.json is damaged: %s',
    async (text) => {
      await owner.run('backup', archive);
      const before = await readFile(contentPath('site.json'), 'utf8');
      await writeFile(contentPath('site.json'), text);
      const { code, text: output } = await owner.run('restore', archive, '--yes');
      expect(code, output).toBe(0);
      expect(await readFile(contentPath('site.json'), 'utf8')).toBe(before);
      expect(texts(await owner.onlineLessons())).toEqual(lessons);
    },
  );

  test('keeps a folder of the owner that is named like a staging folder', async () => {
    await owner.run('backup', archive);
    await owner.folder.write('_restoring/Draft.pdf', 'draft');
    const { code, text } = await owner.run('restore', archive, '--yes');
    expect(code, text).toBe(0);
    expect(await readdir(join(owner.folder.path, '_restoring'))).toEqual(['Draft.pdf']);
    expect((await readdir(owner.folder.path)).filter((name) => /^_restoring-/.test(name))).toEqual([]);
  });

  test('does not restore entries of an archive that are not part of the backup or lead out of it', async () => {
    await owner.run('backup', archive);
    const home = join(owner.dataDir, '..');
    const folder = await mkdtemp(join(home, 'unpacked-'));
    await extract({ file: archive, cwd: folder });
    await writeFile(join(home, 'away'), 'strange');
    const before = [...(await readdir(folder)), '../away'];
    await create({ file: `${archive}.more`, cwd: folder, preservePaths: true }, before);
    await rm(join(home, 'away'));
    const { code, text } = await owner.run('restore', `${archive}.more`, '--yes');
    expect(code, text).toBe(0);
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
    expect(await readdir(home)).not.toContain('away');
  });

  test('backs up and restores the other lessons if the file of one is missing', async () => {
    await rm(await owner.storedFile('wudu'));
    const { code, text } = await owner.run('backup', archive);
    expect([code, text]).toEqual([5, expect.stringContaining('1 lesson had no file')]);
    expect((await owner.run('restore', archive, '--yes')).code).toBe(0);
    expect(texts(await owner.onlineLessons())).toEqual({ ...lessons, 'Fiqh/Wudu.pdf': null });
  });

  test('compresses an archive named .tar.gz, and removes leftovers of killed runs', async () => {
    const compressedArchive = `${archive}.gz`;
    const part = join(owner.dataDir, '../.earlier.tar.part');
    await writeFile(part, 'half of an archive');
    await mkdir(join(owner.dataDir, 'unfinished-backup/files'), { recursive: true });
    await writeFile(join(owner.dataDir, 'unfinished-backup/unfinished.json'), JSON.stringify({ part }));
    await mkdir(join(owner.dataDir, 'restoring/archive'), { recursive: true });
    expect((await owner.run('backup', compressedArchive)).code).toBe(0);
    expect((await readFile(compressedArchive)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect(await listBackups()).toEqual([
      'backup.tar.gz',
      'data',
      'files',
      'last-backup.json',
      'lock',
      'minbar.db',
      'project',
      'read-files.json',
      'words.db',
    ]);
    expect((await owner.run('restore', compressedArchive, '--yes')).code).toBe(0);
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
  });

  test('overwrites another backup only with --replace, and only when the new one is complete', async () => {
    await owner.run('backup', archive);
    const { code, text } = await owner.run('backup', archive);
    expect([code, text]).toEqual([2, expect.stringContaining('exists already')]);
    const before = await readFile(archive);
    await owner.folder.write('Fiqh/Later.pdf', 'later');
    await owner.run('publish', '--yes');
    const stored = await owner.storedFile('later');
    await writeFile(stored, (await readFile(stored, 'utf8')).replace('later', 'lated'));
    expect((await owner.run('backup', '--replace', archive)).code).toBe(1);
    expect(await readFile(archive)).toEqual(before);
    await owner.run('verify', '--repair');
    expect((await owner.run('backup', '--replace', archive)).code).toBe(0);
    await owner.run('restore', archive, '--yes');
    expect(await owner.onlineLessons()).toHaveLength(4);
    expect(await readdir(join(archive, '..'))).toEqual(['backup.tar', 'data', 'project']);
  });

  test('refuses a folder instead of an archive before it packs anything, and names a file in it', async () => {
    const folder = join(archive, '..', 'usb');
    await mkdir(folder);
    for (const options of [[], ['--replace'], ['--dry-run']]) {
      const { code, text } = await owner.run('backup', folder, ...options);
      expect([code, text.split('\n')[0]]).toEqual([
        2,
        `${folder} is a folder. Name the file to write in it: ${join(folder, 'minbar.tar.gz')}`,
      ]);
    }
    expect((await owner.runIn('ar', 'backup', folder)).text).toContain(`${folder} مجلد. حدد اسم الملف`);
    await writeFile(archive, 'an earlier backup');
    const inFile = await owner.run('backup', join(archive, 'minbar.tar.gz'));
    expect([inFile.code, inFile.text]).toEqual([2, expect.stringContaining(`There is no folder ${archive}`)]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('refuses to back up a data folder in which nothing was ever published', async () => {
    const newOwner = await Owner.make();
    try {
      await writeFile(archive, 'an earlier backup');
      for (const options of [[], ['--dry-run']]) {
        const { code, text } = await newOwner.run('backup', archive, '--replace', ...options);
        expect(code, text).toBe(1);
        expect(text).toContain(`nothing was ever published in the data folder ${newOwner.dataDir}`);
        expect(text).toContain('DATA_DIR');
      }
      const arabic = await newOwner.runIn('ar', 'backup', archive, '--replace');
      expect(arabic).toEqual({ code: 1, text: expect.stringContaining(newOwner.dataDir) });
      expect(await readFile(archive, 'utf8')).toBe('an earlier backup');
    } finally {
      await newOwner.cleanUp();
    }
  });

  test('backs up a library whose lessons were all removed', async () => {
    for (const name of Object.keys(lessons)) await rm(join(owner.folder.path, name));
    expect((await owner.run('publish', '--remove', '3')).code).toBe(0);
    expect(await owner.onlineLessons()).toEqual([]);
    const { code, text } = await owner.run('backup', archive);
    expect(code, text).toBe(0);
  });

  test.runIf(process.platform !== 'win32')(
    'makes an archive readable only for the user who created it',
    async () => {
      await owner.run('backup', archive);
      expect((await stat(archive)).mode & 0o777).toBe(0o600);
    },
  );

  test('backs up through a running site, but refuses to restore', async () => {
    await owner.startSite();
    expect((await owner.run('backup', archive)).code).toBe(0);
    const { code, text } = await owner.run('restore', archive, '--yes');
    expect([code, text]).toEqual([1, expect.stringContaining('Stop it first')]);
  });
});

const contentPath = (name: string) => join(owner.root, 'content', name);

/** Lists the entries next to the data folder and in it. */
async function listBackups(): Promise<string[]> {
  return [...(await readdir(join(owner.dataDir, '..'))), ...(await readdir(owner.dataDir))].sort();
}
