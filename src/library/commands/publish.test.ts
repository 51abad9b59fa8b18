import { readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Owner, texts } from '../../../tests/library/owner.ts';

const lessons = {
  'Fiqh/Wudu.pdf': 'wudu',
  'Fiqh/Prayer.pdf': 'prayer',
  'السيرة/الدرس ١.pdf': 'one',
};
let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make(lessons);
});
afterEach(() => owner.cleanUp());

describe('publish', () => {
  test('shows the changes, asks, and publishes them', async () => {
    owner.answers = ['y'];
    const { code, text } = await owner.run('publish');
    expect(code).toBe(0);
    expect(text).toContain('New: 3 lessons');
    expect(text).toContain('السيرة / الدرس ١.pdf');
    expect(text).toMatch(/Published: 3 changes/);
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
    expect((await owner.run('verify')).text).toContain('Everything is in order: 3 lessons, 3 files');
  });

  test('names the date of a lesson whose file name begins with a date', async () => {
    await owner.folder.write('Fiqh/2019-05-03 Patience.pdf', 'patience');
    expect((await owner.run('publish', '--dry-run')).text).toContain('Fiqh / Patience.pdf (May 3, 2019)');
    expect((await owner.runIn('ar', 'publish', '--dry-run')).text).toContain('Patience.pdf (3 مايو 2019)');
  });

  test('reports a missing folder even if nothing is online', async () => {
    await rename(owner.folder.path, `${owner.folder.path}-away`);
    const { code, text } = await owner.run('publish', '--yes');
    await rename(`${owner.folder.path}-away`, owner.folder.path);
    expect([code, text.includes('does not exist. Create it, or set LIBRARY_DIR.')]).toEqual([1, true]);
  });

  test('does not read all PDFs again after their disk was disconnected', async () => {
    await owner.run('publish', '--yes');
    const readCache = () => readFile(join(owner.dataDir, 'read-files.json'), 'utf8');
    const cache = await readCache();
    await rename(owner.folder.path, `${owner.folder.path}-away`);
    expect((await owner.run('publish', '--dry-run')).text).toContain('Is the disk connected?');
    await rename(`${owner.folder.path}-away`, owner.folder.path);
    expect(await readCache()).toBe(cache);
  });

  test('rejects a wrong folder name and removes nothing', async () => {
    await owner.run('publish', '--yes');
    delete owner.env.LIBRARY_DIR;
    const { path } = owner.folder;
    for (const [folder, code, sentence] of [
      [`${path}-none`, 2, 'does not exist. Check the name'],
      [join(path, 'Fiqh/Wudu.pdf'), 1, 'is a file, not a folder'],
      [join(path, 'Fiqh'), 2, 'contains PDFs but no category folders. Choose the folder'],
    ] as const) {
      const output = await owner.run('publish', folder, '--yes', '--remove', '3');
      expect([output.code, output.text]).toEqual([code, expect.stringContaining(sentence)]);
    }
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
    expect((await owner.run('publish', path, '--yes')).text).toContain('Nothing to publish');
  });

  test('names files that disappear or shrink after the owner agreed', async () => {
    owner.answers = ['y'];
    owner.onQuestion = async () => {
      await owner.folder.remove('Fiqh/Wudu.pdf');
      await writeFile(join(owner.folder.path, 'Fiqh/Prayer.pdf'), '%PDF-1.7 cut');
      await utimes(join(owner.folder.path, 'Fiqh/Prayer.pdf'), 0, 0);
    };
    const { code, text } = await owner.run('publish');
    expect([code, text]).toEqual([5, expect.stringMatching(/Published: 1 change /)]);
    expect(text).toMatch(
      /\nThese files changed or disappeared .*:\n {2}Fiqh\/Prayer\.pdf\n {2}Fiqh\/Wudu\.pdf\n/,
    );
  });

  test('leaves changes made during the question to the next publication', async () => {
    await owner.run('publish', '--yes');
    await owner.folder.write('Creed/Names.pdf', 'names');
    owner.answers = ['y'];
    owner.onQuestion = async () => {
      owner.onQuestion = async () => {};
      await rename(join(owner.folder.path, 'Fiqh'), join(owner.folder.path, 'Worship'));
      await owner.folder.remove('السيرة/الدرس ١.pdf');
    };
    expect((await owner.run('publish')).code).toBe(0);
    expect(texts(await owner.onlineLessons())).toEqual({ ...lessons, 'Creed/Names.pdf': 'names' });
    const { text } = await owner.run('publish', '--dry-run');
    expect(text).toContain('Fiqh → Worship');
    expect(text).toContain('No longer shown: 1 lesson');
  });

  test('removes nothing if the folder disappears during the question, and names its files', async () => {
    await owner.run('publish', '--yes');
    await owner.folder.remove('Fiqh/Wudu.pdf');
    await owner.folder.write('Creed/Names.pdf', 'names');
    owner.answers = ['y'];
    owner.onQuestion = () => rename(owner.folder.path, `${owner.folder.path}-away`);
    const { code, text } = await owner.run('publish');
    await rename(`${owner.folder.path}-away`, owner.folder.path);
    expect([code, text]).toEqual([5, expect.stringContaining('These files changed or disappeared')]);
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
  });

  test('lists and dates the lessons of the first publication in name order', async () => {
    const names = ['Lesson 2', 'Lesson 10', 'lesson 1', 'Éclat', 'آداب', 'الدرس ٢', 'الدرس ١٠', 'أحكام'];
    await owner.folder.remove('Fiqh');
    await owner.folder.remove('السيرة');
    for (const name of names) await owner.folder.write(`Fiqh/${name}.pdf`, name);
    const { text } = await owner.run('publish', '--yes');
    const plannedNames = [...text.matchAll(/Fiqh \/ (.+)\.pdf/g)].map(([, name]) => name);
    const onlineLessons = await owner.onlineLessons();
    const newest = onlineLessons
      .toSorted((a, b) => (a.createdAt > b.createdAt ? -1 : 1))
      .map((lesson) => lesson.text);
    expect(plannedNames).toEqual(newest);
    expect(newest).toEqual([
      'Éclat',
      'lesson 1',
      'Lesson 2',
      'Lesson 10',
      'آداب',
      'أحكام',
      'الدرس ٢',
      'الدرس ١٠',
    ]);
    expect(new Set(onlineLessons.map(({ createdAt }) => createdAt)).size).toBe(names.length);
  });

  test('does nothing unless the owner agrees', async () => {
    for (const [answer, code] of [
      ['n', 3],
      ['', 3],
      [undefined, 3],
    ] as const) {
      owner.answers = answer === undefined ? [] : [answer];
      expect((await owner.run('publish')).code).toBe(code);
    }
    expect((await owner.run('publish', '--dry-run')).code).toBe(0);
    expect(await owner.onlineLessons()).toEqual([]);
  });

  test('keeps row, link and date through a new name, another category and a new version', async () => {
    await owner.run('publish', '--yes');
    const before = await owner.onlineLessons();
    await rename(join(owner.folder.path, 'Fiqh/Wudu.pdf'), join(owner.folder.path, 'Fiqh/Steps of wudu.pdf'));
    await owner.folder.remove('Fiqh/Prayer.pdf');
    await owner.folder.write('Worship/Prayer.pdf', 'prayer');
    await owner.folder.write('السيرة/الدرس ١.pdf', 'one, corrected');
    const { text } = await owner.run('publish', '--yes');
    for (const line of [
      'New name (same link): 1 lesson',
      'Other category (same link): 1 lesson',
      'New version (same link): 1 lesson',
    ]) {
      expect(text).toContain(line);
    }
    const after = await owner.onlineLessons();
    expect(texts(after)).toEqual({
      'Fiqh/Steps of wudu.pdf': 'wudu',
      'Worship/Prayer.pdf': 'prayer',
      'السيرة/الدرس ١.pdf': 'one, corrected',
    });
    const key = ({ id, createdAt }: { id: string; createdAt: string }) => `${id} ${createdAt}`;
    expect(after.map(key).sort()).toEqual(before.map(key).sort());
  });

  test('names problems with their remedy, and publishes the other lessons', async () => {
    await owner.folder.write('Above.pdf', 'above');
    await owner.folder.write('Fiqh/Copy of wudu.pdf', 'wudu');
    const { code, text } = await owner.run('publish', '--yes');
    expect(code).toBe(5);
    expect(text).toContain('Above.pdf waits for a category. Move it into a folder');
    expect(text).toMatch(/is the same lesson as Fiqh\/(Wudu|Copy of wudu)\.pdf. Delete one of the two/);
    expect(Object.values(texts(await owner.onlineLessons())).sort()).toEqual(Object.values(lessons).sort());
  });

  test('publishes another folder by name, which undo and later publications then use', async () => {
    const other = await Owner.make({ 'Creed/Names.pdf': 'names' });
    const otherOutput = await owner.run('publish', other.folder.path, '--yes');
    expect(otherOutput.text).toContain(
      `LIBRARY_DIR is set: undo and the running site still use ${owner.folder.path}`,
    );
    expect(texts(await owner.onlineLessons())).toEqual({ 'Creed/Names.pdf': 'names' });

    delete owner.env.LIBRARY_DIR;
    await other.folder.write('Creed/Pillars.pdf', 'pillars');
    expect((await owner.run('publish', other.folder.path, '--yes')).text).not.toContain('LIBRARY_DIR');
    expect((await owner.run('publish', '--dry-run')).text).toContain(`Folder: ${other.folder.path}\n`);
    expect((await owner.run('undo', '--yes')).code).toBe(0);
    expect(texts(await owner.onlineLessons())).toEqual({ 'Creed/Names.pdf': 'names' });
    expect(await readdir(join(other.folder.path, 'Creed'))).toEqual(['Names.pdf']);
    await other.cleanUp();
  });
});

describe('accidental removals are not published', () => {
  test('asks for the number of removals if the folder is missing', async () => {
    await owner.run('publish', '--yes');
    const movedFolder = `${owner.folder.path}-away`;
    await rename(owner.folder.path, movedFolder);
    const result = await owner.run('publish', '--yes');
    expect(result.code).toBe(4);
    expect(result.text).toContain(
      'The folder of lessons does not exist. Is the disk connected? 3 of 3 lessons would be removed from the site.',
    );
    expect(result.text).toContain('--remove 3');
    for (const answer of ['2', 'y', '']) {
      owner.answers = [answer];
      expect((await owner.run('publish')).code).toBe(4);
    }
    expect((await owner.run('publish', '--yes', '--remove', '2')).code).toBe(4);
    expect(await owner.onlineLessons()).toHaveLength(3);
    owner.answers = ['٣'];
    expect((await owner.run('publish')).code).toBe(0);
    expect(await owner.onlineLessons()).toEqual([]);
    await rename(movedFolder, owner.folder.path);
  });
});

describe('a usage error is explained', () => {
  test('for a hosted project without a key', async () => {
    owner.env.VITE_APPWRITE_ENDPOINT = 'https://cloud.example.org/v1';
    const { code, text } = await owner.run('publish');
    expect([code, text]).toEqual([1, expect.stringContaining('APPWRITE_API_KEY')]);
  });
});
