import {
  appendFile,
  chmod,
  mkdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { pdf } from '../../../tests/library/lesson-folder.ts';
import { samplePdf } from '../../../tests/support/sample-pdf.ts';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { OwnerError } from '../messages/messages.ts';
import { isIgnored } from '../plan/names.ts';
import { openContentCache, refuseDataFolder, scanFolder } from './scan.ts';

vi.mock('node:fs/promises', async (importActual) => {
  const actual = await importActual<typeof import('node:fs/promises')>();
  return { ...actual, stat: vi.fn(actual.stat) };
});

let folder: string;

beforeEach(() => {
  folder = createTestFolder();
});

async function write(path: string, content: string | Buffer = pdf(path)): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
const scan = (options = {}) => scanFolder({ folder, maxFileBytes: 1000, settleMs: 0, ...options });

test('reads folders as categories and PDFs as lessons, with normalized names', async () => {
  await write(`${'أحكام'.normalize('NFD')}/ ${'آداب'.normalize('NFD')} .PDF`);
  await write('Fiqh/Wudu.pdf');
  const { categories, lessons, problems } = await scan();
  expect(categories.toSorted()).toEqual(['Fiqh', 'أحكام']);
  expect(lessons.map(({ category, fileName }) => `${category}/${fileName}`).sort()).toEqual([
    'Fiqh/Wudu.pdf',
    'أحكام/آداب.PDF',
  ]);
  expect(problems).toEqual([]);
});

test('skips junk and drafts without a message', async () => {
  for (const name of [
    '.DS_Store',
    '._Wudu.pdf',
    'Thumbs.db',
    '~$Wudu.docx',
    'Wudu.pdf.part',
    '@eaDir/x.pdf',
    'Wudu.pdf~',
  ]) {
    await write(`Fiqh/${name}`);
  }
  await write('_Soon/Wudu.pdf');
  await write('.git/Wudu.pdf');
  const bins = [
    '#recycle',
    '@Recycle',
    '.stversions',
    '.dropbox.cache',
    '@eaDir',
    '$RECYCLE.BIN',
    '.Trash-1000',
  ];
  for (const bin of [...bins, 'lost+found', '.SyncArchive', '#snapshot', '.stfolder'])
    await write(`${bin}/Wudu.pdf`);
  expect(await scan()).toMatchObject({ categories: ['Fiqh'], lessons: [], problems: [] });
});

test('reports all other unpublished entries, with their path in the library if any', async () => {
  await write('Above.pdf');
  await write('Fiqh/notes.docx');
  await write('Fiqh/page.pdf', '<!doctype html>');
  await write('Fiqh/empty.pdf', '');
  await write('Fiqh/half.pdf', '%PDF-1.7\nthe rest is still being copied');
  await write('Fiqh/large.pdf', pdf('x'.repeat(2000)));
  await write('Fiqh/deep/Wudu.pdf');
  await write('Fiqh/exe.\u202Efdp.pdf');
  await write('Fiqh/be\u0007ll.pdf', pdf('bell'));
  await write(`Fiqh/${'آية'.normalize('NFC')}.pdf`);
  await write(`Fiqh/${'آية'.normalize('NFD')}.pdf`);
  await symlink('nowhere.pdf', join(folder, 'Fiqh/link.pdf'));
  const { lessons, problems } = await scan();
  expect(lessons.map(({ fileName }) => fileName)).toEqual(['آية.pdf']);
  expect(Object.fromEntries(problems.map(({ path, kind }) => [path.normalize('NFC'), kind]))).toEqual({
    'Above.pdf': 'inbox',
    'Fiqh/notes.docx': 'notPdfName',
    'Fiqh/page.pdf': 'notPdf',
    'Fiqh/empty.pdf': 'empty',
    'Fiqh/half.pdf': 'incomplete',
    'Fiqh/large.pdf': 'tooLarge',
    'Fiqh/deep': 'deepFolder',
    'Fiqh/exe.\u202Efdp.pdf': 'controlCharacters',
    'Fiqh/be\u0007ll.pdf': 'controlCharacters',
    'Fiqh/آية.pdf': 'sameName',
    'Fiqh/link.pdf': 'unreadable',
  });
  expect(problems.find(({ kind }) => kind === 'empty')).toMatchObject({
    category: 'Fiqh',
    fileName: 'empty.pdf',
  });
});

test('names lessons of the inbox that a sync program stores only online', async () => {
  await write('.Zakah.pdf.icloud', 'placeholder');
  await write('Hajj.pdf.nextcloud', '');
  await symlink('nowhere.pdf', join(folder, 'Wudu.pdf'));
  const { problems } = await scan({ choices: { inboxCategory: 'General' } });
  expect(problems.map(({ kind, category, fileName }) => [kind, category, fileName])).toEqual([
    ['notHere', 'General', 'Zakah.pdf'],
    ['notHere', 'General', 'Hajj.pdf'],
    ['unreadable', 'General', 'Wudu.pdf'],
  ]);
  expect((await scan()).problems.map(({ kind }) => kind)).toEqual(['notInCategory', 'unreadable']);
});

test('reports a PDF that its name hides, but not temporary files of programs', async () => {
  await write('Fiqh/.Wudu.pdf');
  await write('Fiqh/.pdf');
  await write('Fiqh/..pdf');
  await write('Fiqh/~$Prayer.pdf');
  await write('Fiqh/.Zakah.pdf', 'not a lesson');
  await write('Fiqh/._Names.pdf');
  const { problems } = await scan();
  expect(problems.map(({ kind, path }) => [kind, path])).toEqual([
    ['hiddenName', 'Fiqh/..pdf'],
    ['hiddenName', 'Fiqh/.Wudu.pdf'],
    ['hiddenName', 'Fiqh/.pdf'],
    ['hiddenName', 'Fiqh/~$Prayer.pdf'],
  ]);
});

test.skipIf(process.platform !== 'linux')(
  'reports names that are not Unicode, and does not wait for them (needs Linux, which allows such names)',
  async () => {
    await write('Fiqh/Wudu.pdf');
    const latin1 = (text: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(text, 'latin1')]);
    await writeFile(latin1('Fiqh/Pri\u00e8re.pdf'), pdf('prayer'));
    await mkdir(latin1('Pri\u00e8re'));
    const { lessons, problems } = await scan();
    expect(lessons).toHaveLength(1);
    expect(problems).toEqual([
      { kind: 'notUnicode', path: 'Fiqh/Pri\uFFFDre.pdf' },
      { kind: 'notUnicode', path: 'Pri\uFFFDre' },
    ]);
  },
);

test('accepts PDFs that open despite structural faults, and reports the others', async () => {
  const complete = samplePdf('Wudu', 4000);
  await write('Fiqh/Rubbish.pdf', Buffer.concat([complete, Buffer.alloc(3000, 'x')]));
  // The offset of its cross-reference is wrong, so readers search for the objects.
  await write('Fiqh/Shifted.pdf', Buffer.concat([Buffer.from('%PDF-1.4\n%moved\n'), complete.subarray(9)]));
  await write('Fiqh/First line.pdf', '%PDF-1.7\nhello\n%%EOF\n');
  await write('Fiqh/Frame only.pdf', '%PDF-1.7\nhello\nxref\nstartxref\n15\n%%EOF\n');
  await write('Fiqh/Cut.pdf', complete.subarray(0, 3000));
  const linearized = Buffer.from(
    pdf('').replace('\n', '\n1 0 obj <</Linearized 1/L 90000/H [1 2]>> endobj\n'),
  );
  await write('Fiqh/Half of the web.pdf', linearized);
  const { lessons, problems } = await scan({ maxFileBytes: 100_000 });
  expect(lessons.map(({ fileName }) => fileName)).toEqual(['Rubbish.pdf', 'Shifted.pdf']);
  expect(problems.map(({ kind, path }) => [path, kind])).toEqual([
    ['Fiqh/Cut.pdf', 'incomplete'],
    ['Fiqh/First line.pdf', 'damaged'],
    ['Fiqh/Frame only.pdf', 'damaged'],
    ['Fiqh/Half of the web.pdf', 'incomplete'],
  ]);
});

test('accepts a lesson that requires a password, and marks it', async () => {
  const corpus = join(import.meta.dirname, '../../../tests/reader/arabic-pdfs');
  await write('Fiqh/Asks.pdf', await readFile(join(corpus, '44-encrypted-p2.pdf')));
  await write('Fiqh/Does not ask.pdf', await readFile(join(corpus, '45-encrypted-p7.pdf')));
  const { lessons } = await scan({ maxFileBytes: 1_000_000 });
  expect(lessons.map(({ fileName, isLocked }) => [fileName, isLocked])).toEqual([
    ['Asks.pdf', true],
    ['Does not ask.pdf', false],
  ]);
});

test('reports a growing file as being copied', async () => {
  await write('Fiqh/Wudu.pdf');
  await write('Fiqh/Prayer.pdf');
  const oneMinuteAgo = new Date(Date.now() - 60_000);
  await utimes(join(folder, 'Fiqh/Prayer.pdf'), oneMinuteAgo, oneMinuteAgo);
  let isScanned = false;
  const scanning = scan({ settleMs: 2500 }).finally(() => {
    isScanned = true;
  });
  while (!isScanned) await appendFile(join(folder, 'Fiqh/Wudu.pdf'), '% more');
  const { lessons, problems } = await scanning;
  expect(lessons.map(({ fileName }) => fileName)).toEqual(['Prayer.pdf']);
  expect(problems).toMatchObject([{ kind: 'beingCopied', path: 'Fiqh/Wudu.pdf' }]);
});

test.skipIf(process.getuid?.() === 0)(
  'reports unreadable files, so that they do not count as removed (not as root)',
  async () => {
    await write('Fiqh/Wudu.pdf');
    await chmod(join(folder, 'Fiqh/Wudu.pdf'), 0);
    expect((await scan()).problems).toMatchObject([
      { kind: 'unreadable', category: 'Fiqh', fileName: 'Wudu.pdf' },
    ]);
  },
);

test('distinguishes an unreadable, a missing and an existing folder', async () => {
  const loop = join(folder, 'loop');
  await symlink(loop, loop);
  await expect(scanFolder({ folder: loop, maxFileBytes: 1 })).rejects.toThrow('ELOOP');
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(scanFolder({ folder: file, maxFileBytes: 1 })).rejects.toThrow('ENOTDIR');
  expect((await scanFolder({ folder: join(folder, 'none'), maxFileBytes: 1 })).exists).toBe(false);
  expect((await scan()).exists).toBe(true);
});

test('reports a category on a disconnected disk as unreadable', async () => {
  await write('Fiqh/Wudu.pdf');
  await symlink(join(folder, 'nowhere'), join(folder, 'Seerah'));
  const { categories, problems } = await scan();
  expect(categories.toSorted()).toEqual(['Fiqh', 'Seerah']);
  expect(problems).toEqual([{ kind: 'unreadable', path: 'Seerah', category: 'Seerah' }]);
});

test('does not wait for a file dated in the future', async () => {
  await write('Fiqh/Wudu.pdf');
  const tomorrow = new Date(Date.now() + 24 * 3600 * 1000);
  await utimes(join(folder, 'Fiqh/Wudu.pdf'), tomorrow, tomorrow);
  // A scan that waited until the file is two seconds old would outlast the time limit of a test.
  expect((await scan({ settleMs: 2000 })).lessons).toHaveLength(1);
});

test('reads an overwritten PDF once its writer has paused long enough', async () => {
  const [firstVersion, secondVersion] = [pdf('first version'), pdf('second version, longer')];
  await write('Fiqh/Wudu.pdf', firstVersion);
  const path = join(folder, 'Fiqh/Wudu.pdf');
  const dataDir = createTestFolder();
  const openContents = () => openContentCache(dataDir);
  const before = openContents();
  expect((await scan({ cache: before })).lessons).toHaveLength(1);
  before.save();

  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
  await writeFile(path, secondVersion.slice(0, 20) + firstVersion.slice(20));
  await utimes(path, secondsAgo(5), secondsAgo(5));
  expect((await scan({ cache: openContents() })).problems).toMatchObject([{ kind: 'beingCopied' }]);
  await writeFile(path, secondVersion);
  await utimes(path, secondsAgo(11), secondsAgo(11));
  const { lessons } = await scan({ cache: openContents() });
  expect(lessons.map(({ size }) => size)).toEqual([secondVersion.length]);
  await utimes(path, secondsAgo(9), secondsAgo(9));
  expect((await scan({ cache: openContents(), waits: true })).lessons).toHaveLength(1);
});

test('reports placeholders of sync programs with the path of their lessons', async () => {
  await write('Fiqh/.Wudu.pdf.icloud', 'bplist');
  await write('Fiqh/Prayer.pdf.nextcloud', '');
  await write('Fiqh/Empty.pdf', '');
  await write('Fiqh/Hajj.pdf', '');
  // A sparse file has a size but no blocks on the disk, like a placeholder.
  await truncate(join(folder, 'Fiqh/Hajj.pdf'), 900);
  const { lessons, problems } = await scan();
  expect(lessons).toEqual([]);
  expect(problems.map(({ kind, fileName }) => [kind, fileName]).sort()).toEqual([
    ['empty', 'Empty.pdf'],
    ['notHere', 'Hajj.pdf'],
    ['notHere', 'Prayer.pdf'],
    ['notHere', 'Wudu.pdf'],
  ]);
});

test('ignores internal files of sync programs, and letters of the site', async () => {
  for (const name of [
    '.syncthing.Wudu.pdf.tmp',
    '~syncthing~Wudu.pdf.tmp',
    '.Wudu.pdf.~1a2b3c',
    'Wudu.pdf.1a2b3c4d.partial',
    'Wudu.pdf.filepart',
    'Wudu.pdf.!sync',
    '.stversions/Wudu.pdf',
    '#recycle/Wudu.pdf',
    '@Recycle/Wudu.pdf',
    '@eaDir/Wudu.pdf',
  ])
    await write(`Fiqh/${name}`);
  const letters = [
    '_Status.txt',
    '_Status.sync-conflict-20260131-120000-ABCDEFG.txt',
    '_حالة الموقع (1).txt',
  ];
  for (const name of letters) await write(name, 'letter');
  const { categories, lessons, problems } = await scan();
  expect([categories, lessons, problems]).toEqual([['Fiqh'], [], []]);
  for (const name of letters) expect(isIgnored(name)).toBe(true);
});

test('does not accept a copy before it is complete', async () => {
  const completePdf = samplePdf('One page');
  const path = join(folder, 'Fiqh/Wudu.pdf');
  for (const share of [0.1, 0.5, 0.9, 0.99, 1]) {
    await write('Fiqh/Wudu.pdf', completePdf.subarray(0, Math.floor(completePdf.length * share)));
    // Simulates a writer that has paused longer than any check waits.
    await utimes(path, new Date('2026-01-01'), new Date('2026-01-01'));
    const { lessons, problems } = await scan({ maxFileBytes: 1_000_000 });
    expect([share, lessons.length, problems.map(({ kind }) => kind)]).toEqual(
      share === 1 ? [1, 1, []] : [share, 0, ['incomplete']],
    );
  }
});

test('rejects a data folder among the lessons, unless the scan and the watcher ignore its path', async () => {
  await mkdir(join(folder, 'data'));
  await symlink(folder, `${folder}-link`);
  for (const dataDir of [folder, join(folder, 'data'), join(folder, 'new'), join(`${folder}-link`, 'data')])
    expect(() => refuseDataFolder(folder, dataDir), dataDir).toThrow(OwnerError);
  for (const dataDir of [dirname(folder), `${folder}-data`])
    expect(() => refuseDataFolder(folder, dataDir), dataDir).not.toThrow();
  for (const name of ['.data', '..data', '_data']) {
    expect(() => refuseDataFolder(folder, join(folder, name)), name).not.toThrow();
    expect(isIgnored(join(name, 'minbar.db')), name).toBe(true);
  }
  await rm(`${folder}-link`);
});

test('ignores invalid entries of the cache', async () => {
  await write('Fiqh/Wudu.pdf');
  const scanned = openContentCache(folder);
  await scan({ cache: scanned });
  scanned.save();
  const path = join(folder, 'read-files.json');
  const cache = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...cache, files: [null, 1, ['x'], ...cache.files] }));
  expect((await scan({ cache: openContentCache(folder) })).lessons).toHaveLength(1);
});

test('reads the states of files in another thread, so that a hung disk leaves threads for the site', async () => {
  for (let number = 0; number < 3; number++) await write(`Fiqh/Lesson ${number}.pdf`);
  const cache = openContentCache(createTestFolder());
  await scan({ cache });
  vi.mocked(stat).mockClear();
  expect((await scan({ cache })).lessons).toHaveLength(3);
  expect(stat).not.toHaveBeenCalled();
});
