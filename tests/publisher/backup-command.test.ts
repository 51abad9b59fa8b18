import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KEY, startBackend } from '../support/backend.ts';
import { Owner, texts } from './owner.ts';

// Every write is on the disk before it is answered, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one', 'السيرة/الدرس ٢.pdf': 'two' };
let owner: Owner;
let archive: string;
beforeEach(async () => {
  owner = await Owner.make(lessons);
  archive = join(owner.dataDir, '../backup.tar');
  await owner.run('publish', '--yes');
});
afterEach(() => owner.leave());

describe('backup and restore', () => {
  test('everything is back: rows, links, dates, files and the history', async () => {
    const before = await owner.visitor();
    const history = (await owner.run('history')).text;
    const { code, text } = await owner.run('backup', archive);
    expect(code, text).toBe(0);
    expect(text).toMatch(/Backup written and checked: .*, \d+ rows, 3 files/);

    await rm(owner.dataDir, { recursive: true });
    expect((await owner.run('restore', archive, '--yes')).code).toBe(0);
    expect(await owner.visitor()).toEqual(before);
    expect((await owner.run('history')).text).toBe(history);
    expect((await owner.run('verify')).code).toBe(0);
    expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
    const beside = await readdir(join(owner.dataDir, '..'));
    expect(beside.sort()).toEqual(['backup.tar', 'data']);
  });

  test('a restore keeps what was there, and asks first', async () => {
    await owner.run('backup', archive);
    await owner.folder.write('Fiqh/Later.pdf', 'later');
    await owner.run('publish', '--yes');
    expect((await owner.run('restore', archive)).code).toBe(3);
    expect(await owner.visitor()).toHaveLength(4);
    owner.answers = ['y'];
    const { text } = await owner.run('restore', archive);
    expect(texts(await owner.visitor())).toEqual(lessons);
    const kept = /kept in (.*)\.$/m.exec(text)?.[1] ?? '';
    expect(await readdir(kept)).toContain('minbar.db');
  });

  test('a damaged archive is refused, and nothing is touched', async () => {
    await owner.run('backup', archive);
    const bytes = await readFile(archive);
    bytes[bytes.indexOf('wudu\n%%EOF')] = 0x57;
    await writeFile(archive, bytes);
    const { code, text } = await owner.run('restore', archive, '--yes');
    expect(code).toBe(1);
    expect(text).toContain('The archive is damaged: Wudu.pdf');
    await writeFile(archive, bytes.subarray(0, 2000));
    expect((await owner.run('restore', archive, '--yes')).code).toBe(1);
    expect(texts(await owner.visitor())).toEqual(lessons);
    expect((await readdir(join(owner.dataDir, '..'))).sort()).toEqual(['backup.tar', 'data']);
  });

  test('an archive named .tar.gz is packed, and restored alike', async () => {
    const packed = `${archive}.gz`;
    expect((await owner.run('backup', packed)).code).toBe(0);
    expect((await readFile(packed)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect((await owner.run('restore', packed, '--yes')).code).toBe(0);
    expect(texts(await owner.visitor())).toEqual(lessons);
  });

  test('a backup never overwrites another', async () => {
    await owner.run('backup', archive);
    const { code, text } = await owner.run('backup', archive);
    expect([code, text]).toEqual([2, expect.stringContaining('exists already')]);
  });

  test('while the site runs: a backup is made through it, a restore is refused', async () => {
    const site = await startBackend({ dataDir: owner.dataDir });
    try {
      expect((await owner.run('backup', archive)).code).toBe(0);
      const { code, text } = await owner.run('restore', archive, '--yes');
      expect([code, text]).toEqual([1, expect.stringContaining('Stop it first')]);
    } finally {
      await site.stop();
    }
  });
});

describe('verify', () => {
  test('finds damaged, missing and foreign files; --repair and publish put them right from the folder', async () => {
    const before = await owner.visitor();
    const wudu = await storedFile('wudu');
    await writeFile(wudu, (await readFile(wudu, 'utf8')).replace('wudu', 'wuda'));
    await rm(await storedFile('one'));
    const site = await startBackend({ dataDir: owner.dataDir });
    const form = new FormData();
    form.append('fileId', 'stranger');
    form.append('file', new File(['%PDF-1.7\nx\n%%EOF\n'], 'x.pdf'));
    const headers = { 'x-appwrite-project': 'minbar', 'x-appwrite-key': KEY };
    await fetch(`${site.endpoint}/storage/buckets/pdfs/files`, { method: 'POST', headers, body: form });
    await site.stop();

    const { code, text } = await owner.run('verify');
    expect(code).toBe(1);
    expect(text).toContain('The content of Wudu.pdf is damaged');
    expect(text).toContain('الدرس ١.pdf has no file. Publish again.');
    expect(text).toContain('The file stranger belongs to no lesson');
    expect(text).not.toContain('الدرس ٢');

    expect((await owner.run('verify', '--repair')).text).toContain(
      'Wudu.pdf was sent again from your folder',
    );
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    expect((await owner.run('verify')).code).toBe(0);
    expect(await owner.visitor()).toEqual(before);
  });
});

async function storedFile(text: string): Promise<string> {
  const entries = await readdir(join(owner.dataDir, 'files'), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(path, 'utf8')).includes(text)) return path;
  }
  throw new Error(`no stored file with ${text}`);
}

describe('doctor', () => {
  test('all in order', async () => {
    const { code, text } = await owner.run('doctor');
    expect(code, text).toBe(0);
    expect(text).toContain('Folder of lessons: in order – 3 lessons');
    expect(text).toContain('It is not running. Start it with: npm start');
  });

  test('says what to do for a folder that is gone and a key that is refused', async () => {
    const site = await startBackend();
    owner.env.APPWRITE_ENDPOINT = site.endpoint;
    owner.env.APPWRITE_API_KEY = 'wrong';
    owner.env.LIBRARY_DIR = join(owner.dataDir, 'nowhere');
    const { code, text } = await owner.run('doctor');
    await site.stop();
    expect(code).toBe(1);
    expect(text).toContain('set LIBRARY_DIR');
    expect(text).toMatch(/✓ Backend: in order[\s\S]*✗ Key: NOT in order – .*APPWRITE_API_KEY/);
  });
});
