import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pdf } from '../../../tests/library/lesson-folder.ts';
import {
  changedLessons,
  createKillable,
  initialLessons,
  Killed,
  pdfContents,
  TestLibrary,
} from '../../../tests/library/test-library.ts';
import { plan } from '../plan/plan.ts';
import { SourceChanged } from './content.ts';
import { readOlderJournal } from './log.ts';
import { publish } from './publish.ts';

let template: TestLibrary;
let library: TestLibrary;
beforeAll(async () => {
  template = await TestLibrary.make();
  await template.changeFolder();
});
afterAll(() => template.cleanUp());
beforeEach(async () => {
  library = await template.copy();
});
afterEach(() => library.cleanUp());

test.each(['killed before', 'killed after'] as const)(
  'a publication that is %s any write shows visitors the old or the new library, and the next run finishes it',
  async (how) => {
    const counter = createKillable(library.local, -1, how);
    await library.publish(counter.local);
    const outcome = library.local.read();
    expect(counter.steps()).toBeGreaterThan(2);
    for (let step = 0; step < counter.steps(); step++) {
      await library.cleanUp();
      library = await template.copy();
      await expect(library.publish(createKillable(library.local, step, how).local)).rejects.toThrow(Killed);
      await library.restart();
      const isDone = how === 'killed after' && step === counter.steps() - 1;
      expect(await library.onlineLessons(), `step ${step}`).toEqual(
        pdfContents(isDone ? changedLessons : initialLessons),
      );
      await library.publish();
      expect(await library.onlineLessons(), `step ${step}`).toEqual(pdfContents(changedLessons));
      const { lessons } = library.local.read();
      expect(lessons.map(({ id }) => id).sort()).toEqual(outcome.lessons.map(({ id }) => id).sort());
      expect(library.local.log.entries()).toHaveLength(2);
    }
  },
);

describe('a lesson that cannot be published', () => {
  test('is skipped if its file changed since the plan; the others are published and nothing is removed', async () => {
    const proposal = plan(await library.scan(), library.local.read(), '');
    await library.folder.write('Hadith/Intentions.pdf', 'changed after it was read');
    const { failures, changes } = await publish(library.local, {
      plan: proposal,
      folder: library.folder.path,
      by: 'owner',
    });
    expect(failures.map(({ reason }) => reason)).toEqual(['changed']);
    expect(changes.map(({ kind }) => kind)).not.toContain('removed');
    const names = library.local.read().lessons.map(({ fileName }) => fileName);
    expect(names).toContain('Names.pdf');
    expect(names).not.toContain('Intentions.pdf');
    await library.publish();
    const now = Object.keys(await library.onlineLessons());
    expect(now).toContain('Hadith/Intentions.pdf');
    expect(now).not.toContain('Creed/Names.pdf');
  });

  test('is skipped if its file disappears just before it is stored, and the others are published', async () => {
    const storeFile: typeof library.local.storeFile = async (id, name, ...rest) => {
      if (name === 'Intentions.pdf') {
        rmSync(join(library.folder.path, 'Hadith', name));
        // Enough time for a stream that is already open to fail.
        await sleep(20);
      }
      return library.local.storeFile(id, name, ...rest);
    };
    const { failures } = await publish(
      { ...library.local, storeFile },
      {
        plan: plan(await library.scan(), library.local.read(), ''),
        folder: library.folder.path,
        by: 'owner',
      },
    );
    expect(failures.map(({ reason, change }) => [reason, change.after?.fileName])).toEqual([
      ['changed', 'Intentions.pdf'],
    ]);
    expect(library.local.read().lessons.map(({ fileName }) => fileName)).toContain('Names.pdf');
  });

  test('is named if it does not fit on the disk, and the others are published', async () => {
    const storeFile: typeof library.local.storeFile = async (id, name, ...rest) => {
      if (name === 'Intentions.pdf') throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return library.local.storeFile(id, name, ...rest);
    };
    const fullLibrary = { ...library.local, storeFile };
    const { failures } = await publish(fullLibrary, {
      plan: plan(await library.scan(), library.local.read(), ''),
      folder: library.folder.path,
      by: 'owner',
    });
    expect(failures.map(({ reason, change }) => [reason, change.after?.fileName])).toEqual([
      ['diskFull', 'Intentions.pdf'],
    ]);
    const names = library.local.read().lessons.map(({ fileName }) => fileName);
    expect(names).not.toContain('Intentions.pdf');
    expect(names).toContain('Names.pdf');
  });
});

test.runIf(process.platform !== 'win32')(
  'a publication from a disk that hangs leaves threads for the pages of the site',
  async () => {
    for (let number = 0; number < 6; number++)
      await library.folder.write(`New/${number}.pdf`, `new ${number}`);
    const proposal = plan(await library.scan(), library.local.read(), '');
    proposal.changes = proposal.changes.filter(({ source }) => source?.category === 'New');
    const pipes = proposal.changes.map(({ source }) => {
      if (!source) throw new Error('A change lacks its file.');
      const path = join(library.folder.path, source.path);
      rmSync(path);
      // Reading a pipe without a writer blocks, like reading from a hung disk.
      execFileSync('mkfifo', [path]);
      Object.assign(source, { size: 0, modifiedAt: statSync(path).mtimeMs });
      return path;
    });
    const stop = new AbortController();
    const { folder, local } = library;
    const options = { plan: proposal, folder: folder.path, by: 'owner', signal: stop.signal } as const;
    const publication = expect(publish(local, options)).rejects.toThrow('aborted');
    // Not `sleep`, which these tests shorten: the files must be opened first, and a busy machine can be slow to compress the page.
    const wait = (milliseconds: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
    await wait(500);
    const page = await Promise.race([promisify(gzip)('page'), wait(60_000)]);
    stop.abort();
    for (const writer of pipes.map((path) => openSync(path, 'r+'))) closeSync(writer);
    await publication;
    expect(page).toBeInstanceOf(Buffer);
  },
);

test('deletes the file of a removed lesson after 30 days, but not a file of another program that no lesson used', async () => {
  const bytes = Buffer.from('%PDF-1.7 of another program');
  await library.local.backend.storeFile({ bucketId: 'pdfs', fileId: 'stranger', name: 'x.pdf' }, bytes);
  await library.publish();
  const [change] = library.local.log.recentlyRemoved();
  const fileId = change?.before?.fileId ?? '';
  expect(library.local.listFiles().has(fileId)).toBe(true);
  library.local.backend.database.exec(`UPDATE publications SET at = '2020-01-01T00:00:00.000Z'`);
  await library.folder.write('Hadith/Late.pdf', 'late');
  await library.publish();
  expect(library.local.listFiles().has(fileId)).toBe(false);
  expect(library.local.listFiles().has('stranger')).toBe(true);
  expect(await readdir(join(library.dataDir, 'files'))).not.toEqual([]);
});

test.each([
  ['gone from the data folder', rm],
  ['truncated there', (path: string) => truncate(path, 3)],
])('stores the bytes of a returning lesson again if they are %s', async (_, damage) => {
  const { fileId = '' } = library.local.read().lessons.find(({ fileName }) => fileName === 'Names.pdf') ?? {};
  await library.publish();
  await damage(library.local.filePath(fileId) ?? '');
  await library.folder.write('Creed/Names.pdf', 'names');
  await library.publish();
  expect((await library.onlineLessons())['Creed/Names.pdf']).toBe(pdf('names'));
});

test('knows the ids of lessons and categories that were removed long ago', async () => {
  const readIds = () =>
    [...library.local.read().lessons, ...library.local.read().categories].map(({ id }) => id);
  const ids = readIds();
  for (const path of ['Fiqh', 'Creed']) await library.folder.remove(path);
  await library.publish();
  library.local.backend.database.exec(`UPDATE publications SET at = '2020-01-01T00:00:00.000Z'`);
  const currentIds = new Set(readIds());
  const removedIds = ids.filter((id) => !currentIds.has(id));
  expect(removedIds.length).toBeGreaterThan(1);
  expect(library.local.read().removedLessons).toEqual([]);
  expect(library.local.read().formerIds).toEqual(expect.arrayContaining(removedIds));
});

test('does not replace a file by other content', async () => {
  const [lesson] = library.local.read().lessons;
  const { fileId = '', fileName = '', contentId = '' } = lesson ?? {};
  const other = async function* () {
    yield Buffer.from('%PDF-1.7 of another lesson');
  };
  await expect(library.local.replaceFile(fileId, fileName, contentId, other)).rejects.toThrow(SourceChanged);
  expect(library.local.listFiles().has(fileId)).toBe(true);
});

test('imports an older history in the order of its numbers', () => {
  const row = ($id: string, note: object, day: number) => {
    return { $id, $createdAt: `2026-01-0${day}T00:00:00.000Z`, kind: 'finished', note: JSON.stringify(note) };
  };
  const rows = [
    row('c', { number: 3, undoes: 'b' }, 1),
    row('a', { number: 1 }, 2),
    row('b', { number: 2 }, 3),
  ];
  const { entries } = readOlderJournal(rows);
  expect(entries.map(({ undoes }) => undoes)).toEqual([null, null, 2]);
  expect(entries.map(({ at }) => at.slice(0, 10))).toEqual(['2026-01-02', '2026-01-03', '2026-01-01']);
});
