import { readdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pdf } from '../../../tests/library/lesson-folder.ts';
import { Owner, texts } from '../../../tests/library/owner.ts';
import { realDisk } from '../undo/carry-out.ts';

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

describe('undo', () => {
  test('restores removed lessons on the site and in the folder, with their links', async () => {
    await owner.run('publish', '--yes');
    const before = await owner.onlineLessons();
    await owner.folder.remove('Fiqh');
    await owner.run('publish', '--yes');
    expect(await owner.onlineLessons()).toHaveLength(1);
    owner.answers = ['y'];
    const { code, text } = await owner.run('undo');
    expect(code, text).toBe(0);
    expect(text).toContain(
      'In your folder: files that are restored\n    Fiqh / Prayer.pdf\n    Fiqh / Wudu.pdf',
    );
    expect(await owner.onlineLessons()).toEqual(before);
    expect(await readFile(join(owner.folder.path, 'Fiqh/Wudu.pdf'), 'utf8')).toBe(pdf('wudu'));
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
  });

  test('undoes whole publications, one at a time', async () => {
    await owner.run('publish', '--yes');
    const first = await owner.onlineLessons();
    await rename(join(owner.folder.path, 'السيرة'), join(owner.folder.path, 'سيرة النبي'));
    await owner.run('publish', '--yes');
    const second = await owner.onlineLessons();
    await rename(join(owner.folder.path, 'Fiqh/Wudu.pdf'), join(owner.folder.path, 'Fiqh/x.pdf'));
    await rename(join(owner.folder.path, 'Fiqh/Prayer.pdf'), join(owner.folder.path, 'Fiqh/Wudu.pdf'));
    await rename(join(owner.folder.path, 'Fiqh/x.pdf'), join(owner.folder.path, 'Fiqh/Prayer.pdf'));
    await owner.folder.write('سيرة النبي/الدرس ١.pdf', 'one, corrected');
    await owner.folder.write('Creed/Names.pdf', 'names');
    await owner.run('publish', '--yes');
    expect(await owner.onlineLessons()).toHaveLength(4);

    const undoOutput = await owner.run('undo', '--yes');
    expect(undoOutput.text).toContain(
      'Fiqh / Wudu.pdf → Fiqh / Prayer.pdf\n    Fiqh / Prayer.pdf → Fiqh / Wudu.pdf',
    );
    expect(undoOutput.text).toContain('Undone.');
    expect(await owner.onlineLessons()).toEqual(second);
    const undoneFolder = (await readdir(owner.folder.path)).find((name) => name.startsWith('_undone')) ?? '';
    expect(await readFile(join(owner.folder.path, undoneFolder, 'Creed/Names.pdf'), 'utf8')).toBe(
      pdf('names'),
    );
    expect(await readFile(join(owner.folder.path, undoneFolder, 'سيرة النبي/الدرس ١.pdf'), 'utf8')).toBe(
      pdf('one, corrected'),
    );

    expect((await owner.run('undo', '--yes')).code).toBe(0);
    expect(await owner.onlineLessons()).toEqual(first);
    const history = (await owner.run('history')).text.split('\n').filter((line) => !line.startsWith(' '));
    expect(history).toHaveLength(5);
    expect(history[0]).toMatch(/^5\. .*\(undid publication 2\)$/);
    expect(history[2]).toMatch(/^3\. .*\(undone later\)$/);
    expect(history[4]).toMatch(/^1\. .*New: 3$/);

    // Undoing the first publication removes all lessons, so their number must be confirmed.
    expect((await owner.run('undo', '--yes')).code).toBe(4);
    expect((await owner.run('undo', '--remove', '3')).code).toBe(0);
    expect(await owner.onlineLessons()).toEqual([]);
    expect((await owner.run('undo')).text).toContain('nothing to undo');
  });

  test('reports expired files once; the next undo takes the earlier publication', async () => {
    await owner.run('publish', '--yes');
    await owner.folder.write('Fiqh/Zakah.pdf', 'zakah');
    await owner.run('publish', '--yes');
    const filesFolder = join(owner.dataDir, 'files');
    const before = await readdir(filesFolder, { recursive: true });
    await owner.folder.write('Fiqh/Hajj.pdf', 'hajj');
    await owner.run('publish', '--yes');
    const after = (await readdir(filesFolder, { recursive: true })).filter((path) => !before.includes(path));
    await owner.folder.remove('Fiqh/Hajj.pdf');
    await owner.run('publish', '--yes');
    // Simulates the state after 30 days: the bytes are gone, and the next opening removes their records.
    for (const path of after) await rm(join(filesFolder, path), { recursive: true, force: true });

    const expiredOutput = await owner.run('undo', '--yes');
    expect(expiredOutput.code).toBe(5);
    expect(expiredOutput.text).toContain(
      'removed and replaced files are kept for only 30 days\n    Fiqh / Hajj.pdf',
    );
    expect(expiredOutput.text).toContain('To retry this one, run: npm run library -- undo 4');
    expect((await owner.run('history')).text).toContain('(can no longer be undone)');
    expect((await owner.run('undo', '--dry-run')).text).toContain('This undoes publication 3');
    await owner.run('undo', '--yes');
    expect((await owner.run('undo', '2', '--yes')).text).toContain('Undone.');
    expect(texts(await owner.onlineLessons())).toEqual(lessons);
    expect((await owner.run('undo', '77')).text).toContain('There is no publication 77');
    expect((await owner.run('undo', 'x')).code).toBe(2);
  });

  test('does not record a refused undo as partly undone', async () => {
    await owner.run('publish', '--yes');
    const pathOf = (name: string) => join(owner.folder.path, 'Fiqh', name);
    await rename(pathOf('Wudu.pdf'), pathOf('Steps.pdf'));
    await owner.run('publish', '--yes');
    const refusal = Object.assign(new Error('refused'), { code: 'EACCES', syscall: 'rename' });
    vi.spyOn(realDisk, 'rename').mockRejectedValue(refusal);
    const { code, text } = await owner.run('undo', '--yes');
    vi.restoreAllMocks();
    expect(code, text).toBe(5);
    const history = (await owner.run('history')).text;
    expect(history).toContain('undo of publication 2: nothing could be undone');
    expect(history).not.toContain('undone later');
    expect((await owner.run('undo', '--yes')).text).toContain('Undone.');
    expect((await owner.run('history')).text).toMatch(/^2\. .*\(undone later\)$/m);
  });

  test('never overwrites a file in the folder', async () => {
    await owner.run('publish', '--yes');
    await owner.folder.remove('Fiqh/Wudu.pdf');
    await owner.run('publish', '--yes');
    await owner.folder.write('Fiqh/Wudu.pdf', 'something else');
    const { code, text } = await owner.run('undo', '--yes');
    expect(code).toBe(5);
    expect(text).toContain('another file in your folder now has its name\n    Fiqh / Wudu.pdf');
    expect(await readFile(join(owner.folder.path, 'Fiqh/Wudu.pdf'), 'utf8')).toBe(pdf('something else'));
  });
});

test('after an undo was undone, the next undo takes the preceding publication', async () => {
  await owner.run('publish', '--yes');
  await owner.folder.write('Fiqh/Fasting.pdf', 'fasting');
  await owner.run('publish', '--yes');
  await owner.run('undo', '--yes');
  await owner.run('undo', '3', '--yes');
  expect(texts(await owner.onlineLessons())).toEqual({ ...lessons, 'Fiqh/Fasting.pdf': 'fasting' });
  expect(await readFile(join(owner.folder.path, 'Fiqh/Fasting.pdf'), 'utf8')).toBe(pdf('fasting'));
  const { text } = await owner.run('history');
  expect(text).toMatch(/^4\. .*undid publication 3/);
  expect(text).toMatch(/^3\. .*undone later/m);
  expect(text.split('\n').find((line) => line.startsWith('2.'))).not.toContain('undone');
  expect((await owner.run('undo', '--dry-run')).text).toContain('This undoes publication 2');
});

describe('lessons with dates', () => {
  const listDatedLessons = async () =>
    (await owner.onlineLessons())
      .map(({ path, text, createdAt }) => `${createdAt.slice(0, 10)} ${path} ${text}`)
      .sort();
  const sermons = { 'Sermons/2019-05-03 Sermon.pdf': 'first', 'Sermons/1440-09-05 Sermon.pdf': 'second' };

  test('have title and date, and keep their links through renames, new versions, undo and restore', async () => {
    await owner.folder.remove('Fiqh');
    await owner.folder.remove('السيرة');
    for (const [path, text] of Object.entries(sermons)) await owner.folder.write(path, text);
    await owner.run('publish', '--yes');
    const before = await listDatedLessons();
    expect(before).toEqual(['2019-05-03 Sermons/Sermon.pdf first', '2019-05-10 Sermons/Sermon.pdf second']);
    const ids = (await owner.onlineLessons()).map(({ id }) => id);
    const file = (name: string) => join(owner.folder.path, 'Sermons', name);
    await rename(file('2019-05-03 Sermon.pdf'), file('2019-05-04 Patience.pdf'));
    await owner.folder.write('Sermons/1440-09-05 Sermon.pdf', 'second, corrected');
    const { text } = await owner.run('publish', '--yes');
    expect(text).toContain('Published: 2 changes');
    expect(await listDatedLessons()).toEqual([
      '2019-05-04 Sermons/Patience.pdf first',
      '2019-05-10 Sermons/Sermon.pdf second, corrected',
    ]);
    await owner.run('backup', join(owner.root, 'backup.tar.gz'));
    expect((await owner.run('undo', '--yes')).code).toBe(0);
    expect(await listDatedLessons()).toEqual(before);
    expect((await owner.onlineLessons()).map(({ id }) => id).sort()).toEqual(ids.sort());
    expect((await readdir(join(owner.folder.path, 'Sermons'))).sort()).toEqual([
      '1440-09-05 Sermon.pdf',
      '2019-05-03 Sermon.pdf',
    ]);
    await owner.run('restore', join(owner.root, 'backup.tar.gz'), '--yes');
    expect((await readdir(join(owner.folder.path, 'Sermons'))).sort()).toEqual([
      '1440-09-05 Sermon.pdf',
      '2019-05-04 Patience.pdf',
    ]);
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
  });

  test('get the dates of their files if the owner agrees; the offer appears once, and undo reverts the dates', async () => {
    await owner.run('publish', '--yes');
    const before = await listDatedLessons();
    const { path } = owner.folder;
    await utimes(
      join(path, 'Fiqh/Wudu.pdf'),
      new Date('2020-03-04T12:00:00'),
      new Date('2020-03-04T12:00:00'),
    );
    owner.isTerminal = true;
    owner.answers = ['n'];
    expect((await owner.run('publish')).text).toMatch(
      /All lessons have the same date, .* from March 4, 2020/,
    );
    expect((await owner.run('publish')).text).not.toContain('All lessons have the same date');
    await rm(join(owner.dataDir, 'dates-offered.json'));
    owner.answers = ['y', 'y'];
    expect((await owner.run('publish')).text).toMatch(/New date \(same link\): 3 lessons/);
    expect((await listDatedLessons()).map((line) => line.slice(0, 10))).toContain('2020-03-04');
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
    expect((await owner.run('undo', '--yes')).code).toBe(0);
    expect(await listDatedLessons()).toEqual(before);
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
  });

  test('are offered again if the owner did not answer the question, as with Ctrl-C, which ends the command', async () => {
    await owner.run('publish', '--yes');
    await utimes(join(owner.folder.path, 'Fiqh/Wudu.pdf'), 1_583_323_200, 1_583_323_200);
    owner.isTerminal = true;
    for (let attempt = 0; attempt < 2; attempt++) {
      const { code, text } = await owner.run('publish');
      expect([code, text]).toEqual([3, expect.stringMatching(/Use these dates\?.*\nNothing was changed\.$/)]);
    }
    owner.answers = [''];
    expect((await owner.run('publish')).text).toContain('All lessons have the same date');
    // An empty line is a no.
    expect((await owner.run('publish')).text).not.toContain('All lessons have the same date');
  });

  test('with a date that does not exist are named, in both languages', async () => {
    await owner.folder.write('Fiqh/2019-02-31 Fasting.pdf', 'fasting');
    expect((await owner.run('publish', '--dry-run')).text).toMatch(
      /begin with a date that does not exist.*\n {4}Fiqh\/2019-02-31 Fasting\.pdf/,
    );
    expect((await owner.runIn('ar', 'publish', '--dry-run')).text).toMatch(
      /تبدأ بتاريخ لا وجود له.*\n {4}Fiqh\/2019-02-31/,
    );
  });
});
