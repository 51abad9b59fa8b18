import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Owner } from '../../../tests/library/owner.ts';
import { applied, file, folder, library, nothing, now } from '../../../tests/library/planned-library.ts';
import { startSite } from '../../../tests/library/running-site.ts';
import type { Problem } from '../plan/model.ts';
import { plan } from '../plan/plan.ts';
import { writeLetter } from './letter-file.ts';
import { type StatusFacts, statusLetter } from './status-letter.ts';

const fiqh = file('Fiqh', 'Wudu.pdf', 'aa');
const facts = (more: Partial<StatusFacts>): StatusFacts => ({
  language: 'en',
  origin: 'https://example.org',
  listing: folder([fiqh]),
  library: { ...library(fiqh), files: new Map() },
  failures: [],
  heads: [],
  onlineSince: new Map(),
  lastBackup: null,
  ...more,
});
const letter = (more: Partial<StatusFacts> = {}) => statusLetter(facts(more)).replace(/[\u2068\u2069]/g, '');

describe('the status letter', () => {
  test('says what is online since when, with its link', () => {
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

  test('tells what is not published from what waits, and asks for a category', () => {
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

  test('names lessons that left the folder and are still online', () => {
    const both = { ...library(fiqh, file('Fiqh', 'Zakah.pdf', 'bb')), files: new Map() };
    expect(letter({ library: both })).toContain(
      '1 lesson no longer in the folder is still online: Zakah.pdf.',
    );
  });

  test('says when the last backup was, and that there is none', () => {
    expect(letter()).toContain('There is no backup yet');
    expect(letter({ lastBackup: '2026-02-03T12:00:00.000Z' })).toContain('backup is of February 3, 2026');
  });

  test('of a library of a thousand lessons stays readable', () => {
    const many = Array.from({ length: 1000 }, (_, index) => file('Fiqh', `L${index}.pdf`, `c${index}x`));
    const published = applied(plan(folder(many), nothing, now), nothing);
    const text = letter({ listing: folder(many), library: { ...published, files: new Map() } });
    expect(text.split('\n').length).toBeLessThan(1100);
    expect(text).toContain('… and 500 more');
  });
});

describe('in the folder', () => {
  let owner: Owner;
  beforeEach(async () => {
    owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
    await owner.change({ statusLetter: true });
  });
  afterEach(() => owner.leave());
  const read = (name: string) => readFile(join(owner.folder.path, name), 'utf8');

  test('it is written after a publication, in the owner’s language, and is never published', async () => {
    await owner.folder.write('Zakah.pdf', 'zakah');
    expect((await owner.run('publish', '--yes')).code).toBe(5);
    expect(await read('_Status.txt')).toContain('Online: 1 lesson in 1 category.');
    await writeFile(join(owner.folder.path, '_Status (1).txt'), 'a copy');
    const again = await owner.runIn('ar', 'publish', '--yes');
    expect(again.text).not.toContain('_Status');
    expect(await read('_حالة الموقع.txt')).toContain('المنشور الآن: درس واحد في تصنيف واحد.');
    expect(await readdir(owner.folder.path)).not.toContain('_Status.txt');
    expect(await owner.visitor()).toHaveLength(1);
    await owner.run('backup', join(owner.root, 'b.tar.gz'));
    await owner.run('publish', '--yes');
    expect(await read('_Status.txt')).toContain('The last backup is of');
  });

  test('of a running site is true after its words are read and after a command, and says once that it cannot be written', async () => {
    const { path } = owner.folder;
    const site = await startSite({
      dataDir: owner.dataDir,
      folder: () => path,
      choices: { statusLetter: true },
    });
    await site.publish('initial');
    await vi.waitFor(async () => expect(await read('_Status.txt')).not.toContain('still being read'), 20_000);
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
    await site.stop();
  });

  test('it is not there if the owner does not want it', async () => {
    await owner.run('publish', '--yes');
    await owner.change({ statusLetter: false });
    await owner.run('publish', '--yes');
    expect(await readdir(owner.folder.path)).toEqual(['Fiqh']);
  });

  test('a PDF next to the categories goes online in the category for it, and undo finds it', async () => {
    await owner.change({ inboxCategory: 'General – عام' });
    await owner.run('publish', '--yes');
    await owner.folder.write('Zakah.pdf', 'zakah');
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    expect((await owner.visitor()).map(({ place }) => place)).toContain('General – عام/Zakah.pdf');
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
    expect((await owner.run('undo', '--yes')).code).toBe(0);
    expect((await owner.visitor()).map(({ place }) => place)).toEqual(['Fiqh/Wudu.pdf']);
    expect(await readdir(owner.folder.path)).not.toContain('Zakah.pdf');
  });
});

describe('a letter', () => {
  let path: string;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'minbar-letter-'));
  });
  afterEach(async () => {
    await chmod(path, 0o700);
    await rm(path, { recursive: true });
  });

  test('is written whole, begins with a byte order mark, and is not written again without a change', async () => {
    await writeLetter(path, '_Status.txt', 'text');
    expect(await readFile(join(path, '_Status.txt'), 'utf8')).toBe('\uFEFFtext\n');
    await chmod(path, 0o500);
    await writeLetter(path, '_Status.txt', 'text');
    expect(await readdir(path)).toEqual(['_Status.txt']);
  });
});
