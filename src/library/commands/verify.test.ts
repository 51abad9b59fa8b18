import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Owner } from '../../../tests/library/owner.ts';
import { makeStoredFileUnreadable, simulateUnreadableFile } from '../../../tests/library/unreadable-file.ts';
import { startBackend } from '../../../tests/support/backend.ts';
import { uploadFile } from '../../../tests/support/clients.ts';
import { startFakeProject } from '../../../tests/support/fake-project.ts';
import { runLibrary } from '../library.ts';

const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one', 'السيرة/الدرس ٢.pdf': 'two' };
let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make(lessons);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await owner.cleanUp();
});

describe('verify', () => {
  test('stops at Ctrl-C without reading the remaining files', async () => {
    await owner.run('publish', '--yes');
    const [stop, lines] = [new AbortController(), [] as string[]];
    const progress = vi.fn(() => stop.abort());
    const print = (line: string) => void lines.push(line);
    const screen = { isTerminal: true, print, progress, ask: async () => null };
    const code = await runLibrary(['verify', '--lang', 'en'], owner.env, screen, stop.signal, owner.root);
    expect([code, lines, progress.mock.calls.length]).toEqual([
      1,
      ['Interrupted. Run the same command again.'],
      1,
    ]);
  });

  test('finds damaged, missing and unknown files; --repair and publish restore them from the folder', async () => {
    await owner.run('publish', '--yes');
    const before = await owner.onlineLessons();
    const wudu = await owner.storedFile('wudu');
    await writeFile(wudu, (await readFile(wudu, 'utf8')).replace('wudu', 'wuda'));
    await rm(await owner.storedFile('one'));
    const site = await startBackend({ dataDir: owner.dataDir });
    await uploadFile(site.endpoint, 'stranger', new File(['%PDF-1.7\nx\n%%EOF\n'], 'x.pdf'));
    await site.stop();

    const { code, text } = await owner.run('verify');
    expect(code).toBe(1);
    expect(text).toContain('The content of Wudu.pdf is damaged');
    expect(text).toContain('الدرس ١.pdf has no file. Publish again.');
    expect(text).toContain('The file stranger does not belong to any lesson');
    expect(text).not.toContain('الدرس ٢');

    expect((await owner.run('verify', '--repair')).text).toContain('Wudu.pdf was stored again');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    expect((await owner.run('verify')).code).toBe(0);
    expect(await owner.onlineLessons()).toEqual(before);
  });

  test('reports a file that is lost while the site runs, and --repair stores it again', async () => {
    await owner.run('publish', '--yes');
    const path = await owner.storedFile('one');
    await owner.startSite();
    await rm(path);
    const { code, text } = await owner.run('verify');
    expect([code, text]).toEqual([
      1,
      expect.stringContaining('The stored file of الدرس ١.pdf cannot be read'),
    ]);
    expect((await owner.run('verify', '--repair')).code).toBe(0);
    expect((await owner.run('verify')).code).toBe(0);
  });

  test('names an unreadable stored file, checks the others, and --repair replaces it', async () => {
    await owner.run('publish', '--yes');
    await owner.startSite();
    await makeStoredFileUnreadable(await owner.storedFile('wudu'));
    const { code, text } = await owner.run('verify');
    expect(code, text).toBe(1);
    expect(text).toMatch(/^The stored file of Wudu\.pdf cannot be read, .*verify --repair$/m);
    expect(await owner.runIn('ar', 'verify')).toMatchObject({
      code: 1,
      text: expect.stringContaining('تتعذّر قراءة الملف المحفوظ للدرس Wudu.pdf'),
    });
    const repairOutput = await owner.run('verify', '--repair');
    expect(repairOutput.text).toContain('Wudu.pdf was stored again');
    expect(repairOutput.code).toBe(0);
    expect((await owner.run('verify')).code).toBe(0);
  });

  test('names a file that Appwrite cannot read, and --repair sends it again', async () => {
    const hostedProject = await startFakeProject({ projectId: 'mosque' });
    owner.connectTo(hostedProject.endpoint);
    await owner.run('publish', '--yes');
    const endFault = simulateUnreadableFile('Wudu.pdf');
    const { code, text } = await owner.run('verify');
    expect(code, text).toBe(1);
    expect(text).toMatch(/^On Appwrite the file of Wudu\.pdf cannot be read, .*verify --repair$/m);
    const repairOutput = await owner.run('verify', '--repair');
    expect([repairOutput.code, repairOutput.text]).toEqual([
      0,
      expect.stringContaining('Wudu.pdf was stored again'),
    ]);
    endFault();
    expect((await owner.run('verify')).code).toBe(0);
    await hostedProject.stop();
  });
});
