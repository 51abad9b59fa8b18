import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FolderChoices } from '#settings/site-file.ts';
import { Owner } from '../../../tests/library/owner.ts';
import {
  applyPlan,
  emptyLibrary,
  file,
  folder,
  library,
  now,
} from '../../../tests/library/planned-library.ts';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { createOpensCounter } from '../opens/opens.ts';
import type { Problem } from '../plan/model.ts';
import { plan } from '../plan/plan.ts';
import { composeFridayLetter, type FridayFacts, findPeriodStart } from './friday-letter.ts';
import { createLetters, writeLetter } from './letters.ts';
import { composeStatusLetter, type StatusFacts } from './status-letter.ts';

const fiqh = file('Fiqh', 'Wudu.pdf', 'aa');
const facts = (more: Partial<StatusFacts>): StatusFacts => ({
  language: 'en',
  origin: 'https://example.org',
  listing: folder([fiqh]),
  library: library(fiqh),
  failures: [],
  records: new Map(),
  onlineSince: new Map(),
  lastBackup: null,
  opens: [],
  ...more,
});
const letter = (more: Partial<StatusFacts> = {}) =>
  composeStatusLetter(facts(more)).replace(/[\u2068\u2069]/g, '');

describe('the status letter', () => {
  test('lists online lessons with their dates and links', () => {
    const [id] = library(fiqh).lessons.map((lesson) => lesson.id);
    const onlineSince = new Map([[id ?? '', '2026-02-03T12:00:00.000Z']]);
    expect(letter({ onlineSince })).toContain('Online: 1 lesson in 1 category.');
    expect(letter({ onlineSince })).toContain(
      `February 3, 2026: Fiqh / Wudu\n  https://example.org/lesson/${id}`,
    );
    expect(letter({ onlineSince, language: 'ar' })).toMatch(
      /حالة الموقع\n[\s\S]*3 فبراير 2026: Fiqh \/ Wudu\n {2}https:\/\/example.org\/lesson\/\w+\?lang=ar/,
    );
  });

  test('separates unpublished files from waiting ones, and asks for a category', () => {
    const problems: Problem[] = [
      { kind: 'notPdf', path: 'Fiqh/x.pdf', category: 'Fiqh', fileName: 'x.pdf' },
      { kind: 'inbox', path: 'Zakah.pdf' },
      { kind: 'beingCopied', path: 'Fiqh/y.pdf', category: 'Fiqh', fileName: 'y.pdf' },
    ];
    const [, faults = '', waiting = ''] = letter({ listing: folder([fiqh], problems) }).split(
      /NOT PUBLISHED.*\n|WAITING\n/,
    );
    expect(faults).toMatch(/^- Fiqh\/x\.pdf has a name ending in \.pdf/);
    expect(waiting).toMatch(
      /^- Zakah\.pdf waits for a category.*\n- Fiqh\/y\.pdf is still being copied.*\n- The categories are: Fiqh\.\n/,
    );
  });

  test('names lessons that are still online but missing in the folder', () => {
    const largerLibrary = library(fiqh, file('Fiqh', 'Zakah.pdf', 'bb'));
    expect(letter({ library: largerLibrary })).toContain(
      '1 lesson no longer in the folder is still online: Zakah.pdf.',
    );
  });

  test('reports the last backup, or that there is none', () => {
    expect(letter()).toContain('There is no backup yet');
    expect(letter({ lastBackup: '2026-02-03T12:00:00.000Z' })).toContain(
      'backup was made on February 3, 2026',
    );
  });

  test('lists only 500 of 1,000 lessons', () => {
    const many = Array.from({ length: 1000 }, (_, index) => file('Fiqh', `L${index}.pdf`, `c${index}x`));
    const published = applyPlan(plan(folder(many), emptyLibrary, now), emptyLibrary);
    const text = letter({ listing: folder(many), library: published });
    expect(text.split('\n').length).toBeLessThan(1100);
    expect(text).toContain('… and 500 more');
  });
});

describe('letters in the folder', () => {
  let owner: Owner;
  beforeEach(async () => {
    owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
    await owner.changeSettings({ statusLetter: true });
  });
  afterEach(() => owner.cleanUp());
  const read = (name: string) => readFile(join(owner.folder.path, name), 'utf8');

  test('are written after a publication in the owner’s language, and never published', async () => {
    await owner.folder.write('Zakah.pdf', 'zakah');
    expect((await owner.run('publish', '--yes')).code).toBe(5);
    expect(await read('_Status.txt')).toContain('Online: 1 lesson in 1 category.');
    await writeFile(join(owner.folder.path, '_Status (1).txt'), 'a copy');
    const secondRun = await owner.runIn('ar', 'publish', '--yes');
    expect(secondRun.text).not.toContain('_Status');
    expect(await read('_حالة الموقع.txt')).toContain('المنشور الآن: درس واحد في تصنيف واحد.');
    expect(await readdir(owner.folder.path)).not.toContain('_Status.txt');
    expect(await owner.onlineLessons()).toHaveLength(1);
    await owner.run('backup', join(owner.root, 'b.tar.gz'));
    await owner.run('publish', '--yes');
    expect(await read('_Status.txt')).toContain('The last backup was made on');
  });

  test('of a running site are updated after reading words and after a command; failures are logged once', async () => {
    const { path } = owner.folder;
    const site = await owner.startSite({ choices: { statusLetter: true } });
    await site.publish('initial');
    await expect.poll(() => read('_Status.txt')).not.toContain('still being read');
    const link = /https:\/\/example.org\/lesson\/\w+/.exec(await read('_Status.txt'))?.[0];
    expect(link).toBeDefined();
    await owner.folder.remove('Fiqh');
    await owner.folder.write('Fiqh/Zakah.pdf', 'zakah');
    await owner.run('publish', '--yes');
    expect(await read('_Status.txt')).toMatch(/Fiqh \/ \u2069?Zakah|Zakah/);
    expect(await read('_Status.txt')).not.toContain('Wudu');
    await rm(join(path, '_Status.txt'));
    await mkdir(join(path, '_Status.txt'));
    await owner.folder.write('Fiqh/Hajj.pdf', 'hajj');
    await site.publish('watch');
    await owner.folder.write('Fiqh/Fasting.pdf', 'fasting');
    await site.publish('watch');
    expect(site.log.filter((line) => line.includes('letter to the owner cannot be written'))).toHaveLength(1);
    expect((await readdir(path)).sort()).toEqual(['Fiqh', '_Status.txt']);
  });

  test('report why nothing can be published, until a publication succeeds', async () => {
    const site = await owner.startSite({ choices: { statusLetter: true } });
    const commit = vi.spyOn(site.local, 'commit').mockImplementation(() => {
      throw Object.assign(new Error('no'), { code: 'ENOSPC', syscall: 'write', path: '/data' });
    });
    await site.publish('initial');
    expect((await read('_Status.txt')).replace(/[\u2068\u2069]/g, '')).toContain(
      'NOT PUBLISHED: this needs your attention\n- Nothing can be published now: The disk that contains /data is full.',
    );
    commit.mockRestore();
    await site.publish('watch');
    expect(await read('_Status.txt')).not.toContain('NOT PUBLISHED');
  });

  test('are not updated if the folder cannot be read after a command, which is logged', async () => {
    const { folder } = owner;
    const site = await owner.startSite({ choices: { statusLetter: true } });
    await site.publish('initial');
    await expect.poll(() => read('_Status.txt')).not.toContain('still being read');
    await rm(join(folder.path, '_Status.txt'));
    vi.spyOn(site.local, 'maxFileBytes').mockImplementation(() => {
      throw Object.assign(new Error('no'), { code: 'EIO', syscall: 'scandir', path: '/lessons' });
    });
    expect((await owner.run('history')).code).toBe(0);
    await expect
      .poll(() => site.log.join('\n'))
      .toMatch(
        /letter to the owner was not updated: The disk that contains .?\/lessons.? cannot be read or written/,
      );
    // Waits for the letter that reading words would write.
    await site.stop();
    expect(await readdir(folder.path)).toEqual(['Fiqh']);
  });

  test.each([false, true])(
    'name lessons that could not be published, and are updated after an undo (site runs: %s)',
    async (isSiteRunning) => {
      if (isSiteRunning) await owner.startSite({ choices: { statusLetter: true } });
      await owner.run('publish', '--yes');
      await owner.folder.write('Fiqh/Zakah.pdf', 'zakah');
      owner.answers = ['yes'];
      owner.onQuestion = () => owner.folder.write('Fiqh/Zakah.pdf', 'another');
      expect((await owner.run('publish')).code).toBe(5);
      expect(await read('_Status.txt')).toMatch(/NOT PUBLISHED.*\n- .?Fiqh\/Zakah\.pdf/);
      await owner.run('publish', '--yes');
      expect(await read('_Status.txt')).toMatch(/Fiqh.* \/ .?Zakah/);
      await owner.run('undo', '--yes');
      expect(await read('_Status.txt')).not.toContain('Zakah');
    },
  );

  test('describe the site’s folder after another folder was published by name', async () => {
    const { folder } = owner;
    const other = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu', 'Creed/Names.pdf': 'names' });
    await writeFile(join(other.folder.path, 'Fiqh/notes.txt'), '');
    const site = await owner.startSite({ choices: { statusLetter: true } });
    await writeFile(join(folder.path, 'Fiqh/own.txt'), '');
    await owner.run('publish', other.folder.path, '--yes');
    expect(await read('_Status.txt')).toMatch(/Online: 2 lessons[\s\S]*own\.txt/);
    expect(await read('_Status.txt')).not.toContain('notes.txt');
    await site.stop();
    await other.cleanUp();
  });

  test('are removed if the owner turns them off', async () => {
    await owner.run('publish', '--yes');
    await owner.changeSettings({ statusLetter: false });
    // Leftover of a process that was killed while it wrote the letter.
    await writeFile(join(owner.folder.path, '.minbar-letter.tmp'), 'STATUS');
    await owner.run('publish', '--yes');
    expect(await readdir(owner.folder.path)).toEqual(['Fiqh']);
  });

  test('a PDF next to the categories is published in the inbox category, and undo removes it', async () => {
    await owner.changeSettings({ inboxCategory: 'General – عام' });
    await owner.run('publish', '--yes');
    await owner.folder.write('Zakah.pdf', 'zakah');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    expect((await owner.onlineLessons()).map(({ path }) => path)).toContain('General – عام/Zakah.pdf');
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
    const fileBefore = await readFile(join(owner.folder.path, 'Zakah.pdf'));
    await owner.folder.write('Zakah.pdf', 'zakah, corrected');
    await owner.run('publish', '--yes');
    expect((await owner.run('undo', '--yes')).code).toBe(0);
    expect(await readFile(join(owner.folder.path, 'Zakah.pdf'))).toEqual(fileBefore);
    expect((await owner.run('undo', '--yes')).code).toBe(0);
    expect((await owner.onlineLessons()).map(({ path }) => path)).toEqual(['Fiqh/Wudu.pdf']);
    expect(await readdir(owner.folder.path)).not.toContain('Zakah.pdf');
  });

  test('a mistake in site.json does not remove lessons of the inbox', async () => {
    await owner.changeSettings({ inboxCategory: 'General' });
    await owner.folder.write('Zakah.pdf', 'zakah');
    await owner.run('publish', '--yes');
    await owner.changeSettings({ statusLetter: 'yes' });
    const { code, text } = await owner.run('publish', '--yes');
    expect([code, text]).toEqual([2, expect.stringContaining('site.json')]);
    expect((await owner.onlineLessons()).map(({ path }) => path)).toContain('General/Zakah.pdf');
  });

  test('a running site applies a change of the inbox category', async () => {
    const choices: Partial<FolderChoices> = {};
    const site = await owner.startSite({ choices });
    await owner.folder.write('Zakah.pdf', 'zakah');
    await site.publish('initial');
    choices.inboxCategory = 'General';
    await site.publish('watch');
    expect(site.local.read().lessons.map(({ category }) => category)).toContain('General');
  });

  test('a Friday letter that cannot be written is not recorded', async () => {
    const { path } = owner.folder;
    const site = await owner.startSite();
    await site.publish('initial');
    const timesPath = join(owner.dataDir, 'friday-letter.json');
    await writeFile(timesPath, JSON.stringify({ last: '2020-01-01T00:00:00.000Z' }));
    await mkdir(join(path, '_Friday letter.txt'));
    const preacherName = { en: 'Sheikh Example', ar: 'الشيخ فلان' };
    const { writeFridayLetter: friday } = createLetters({
      local: site.local,
      dataDir: owner.dataDir,
      language: 'en',
      choices: () => ({
        statusLetter: false,
        fridayLetter: true,
        hijriOffset: 0,
        inboxCategory: undefined,
        preacherName,
      }),
      origin: 'https://example.org',
      log: () => {},
    });
    await friday(path, new Date('2026-11-26T10:00:00'));
    expect(await readFile(timesPath, 'utf8')).toContain('2020');
    await rm(join(path, '_Friday letter.txt'), { recursive: true });
    await friday(path, new Date('2026-11-26T11:00:00'));
    expect(await read('_Friday letter.txt')).toContain('Wudu');
  });
});

describe('a letter', () => {
  let path: string;
  beforeEach(() => {
    path = createTestFolder();
  });
  afterEach(() => chmod(path, 0o700));

  test('is written atomically with a byte order mark, and not rewritten without a change', async () => {
    await writeLetter(path, '_Status.txt', 'text');
    expect(await readFile(join(path, '_Status.txt'), 'utf8')).toBe('\uFEFFtext\n');
    await chmod(path, 0o500);
    await writeLetter(path, '_Status.txt', 'text');
    expect(await readdir(path)).toEqual(['_Status.txt']);
  });

  test('does not follow links that another person put into the folder', async () => {
    await writeFile(join(path, 'other'), 'unchanged');
    await symlink('other', join(path, '.minbar-letter.tmp'));
    await symlink('/dev/zero', join(path, '_Status.txt'));
    await writeLetter(path, '_Status.txt', 'text');
    expect(await readFile(join(path, 'other'), 'utf8')).toBe('unchanged');
    expect(await readFile(join(path, '_Status.txt'), 'utf8')).toBe('\uFEFFtext\n');
    expect((await readdir(path)).sort()).toEqual(['_Status.txt', 'other']);
  });
});

describe('the Friday letter', () => {
  const preacherName = { en: 'Sheikh Example', ar: 'الشيخ فلان' };
  const lessons = (count: number, length = 20) =>
    Array.from({ length: count }, (_, index) => ({
      id: `l${index}`,
      title: `${'درس '.repeat(length / 4)}${index}`,
    }));
  const make = (count: number, more: Partial<FridayFacts> = {}) =>
    composeFridayLetter({
      origin: 'https://example.org',
      preacherName,
      lessons: lessons(count),
      now: new Date('2026-11-26T10:00:00'),
      hijriOffset: 0,
      ...more,
    });

  test('begins with the link, and has both languages and both calendars', () => {
    expect(make(2)).toBe(
      [
        'https://example.org/?sort=%24createdAt-desc',
        '',
        'دروس جديدة – الشيخ فلان',
        'الجمعة 17 جمادى الآخرة 1448 هـ، الموافق 27 نوفمبر 2026',
        '',
        'New lessons – Sheikh Example',
        'Friday, November 27, 2026 (Jumada II 17, 1448 AH)',
        '',
        `• ${lessons(2)[0]?.title}`,
        `• ${lessons(2)[1]?.title}`,
      ].join('\n'),
    );
    expect(make(1)).toMatch(/^https:\/\/example\.org\/lesson\/l0\n\nدرس جديد – [\s\S]*New lesson – /);
    expect(make(1, { hijriOffset: -1 })).toContain('Jumada II 16, 1448');
  });

  test('is shorter than 1,000 characters, however many lessons are new', () => {
    for (const count of [1, 10, 100, 1000])
      for (const length of [20, 248]) {
        const text = make(count, { lessons: lessons(count, length) }) ?? '';
        expect([...text].length).toBeLessThan(1000);
        const lessonCount = text.match(/•/g)?.length ?? 0;
        if (lessonCount < count) expect(text).toContain(`… and ${count - lessonCount} more`);
      }
    const longName = { en: 'x'.repeat(500), ar: 'س'.repeat(500) };
    expect([...(make(1000, { preacherName: longName }) ?? '')].length).toBeLessThan(1000);
  });

  test('is not made if nothing is new', () => expect(make(0)).toBeNull());

  test('covers lessons since the last letter, and is the same on the same day', () => {
    const now = new Date('2026-11-26T10:00:00Z');
    expect(findPeriodStart({}, now)).toBe('2026-11-19T10:00:00.000Z');
    const times = { before: '2026-11-19T10:00:00.000Z', last: '2026-11-26T08:00:00.000Z' };
    expect(findPeriodStart(times, now)).toBe(times.before);
    expect(findPeriodStart(times, new Date('2026-12-03T10:00:00Z'))).toBe(times.last);
  });
});

describe('commands', () => {
  test('write the letter and the backup despite damaged counts of opens', async () => {
    const owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
    await owner.changeSettings({ statusLetter: true });
    await mkdir(owner.dataDir, { recursive: true });
    for (const command of [['publish', '--yes'], ['backup', join(owner.root, 'b.tar')], ['opens']]) {
      await writeFile(join(owner.dataDir, 'opens.db'), 'no database'.repeat(1000));
      const { code, text } = await owner.run(...command);
      expect([code, text]).toEqual([0, expect.not.stringMatching(/cannot be written|database/)]);
    }
    expect(await readdir(owner.folder.path)).toContain('_Status.txt');
    expect(await readdir(owner.dataDir)).toContain('opens-damaged.db');
    await owner.cleanUp();
  });

  test('`letter` prints new lessons, and `opens` prints opened ones', async () => {
    const owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
    owner.env.SITE_URL = 'https://example.org';
    expect((await owner.run('letter')).text).toContain('There is nothing new');
    await owner.run('publish', '--yes');
    const { text } = await owner.run('letter');
    expect(text).toMatch(/^https:\/\/example\.org\/lesson\/\w+\n[\s\S]*• Wudu$/);
    expect((await owner.run('letter')).text).toBe(text);
    expect((await owner.run('opens')).text).toContain('No lesson was opened within the last 7 days');
    const counter = createOpensCounter(owner.dataDir);
    const [id = ''] = (await owner.onlineLessons()).map((visit) => visit.id);
    for (let count = 0; count < 3; count++) counter.count(id);
    counter.close();
    expect((await owner.run('opens', 'month')).text).toMatch(
      /at least 3 times in total:\n {2}3 {2}Fiqh \/ Wudu/,
    );
    expect((await owner.runIn('ar', 'opens', 'الكل')).text).toContain('ومجموعها 3 على الأقل');
    expect(JSON.parse((await owner.run('opens', 'all', '--json')).text)).toEqual({
      period: 'all',
      opens: [{ id, title: 'Wudu', category: 'Fiqh', count: 3 }],
    });
    expect((await owner.run('opens', 'year')).code).toBe(2);
    await owner.changeSettings({ statusLetter: true });
    await owner.run('publish', '--yes');
    expect(await readFile(join(owner.folder.path, '_Status.txt'), 'utf8')).toMatch(
      /OPENED MOST THIS WEEK\n- .?Wudu.?: opened at least 3 times/,
    );
    await owner.cleanUp();
  });
});
