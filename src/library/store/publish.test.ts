import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { after, before, Desk, Killed, mortal, whole } from '../../../tests/library/desk.ts';
import { plan } from '../plan/plan.ts';
import { SourceChanged } from './content.ts';
import { readOlderJournal } from './log.ts';
import { publish } from './publish.ts';

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  template = await Desk.make();
  await template.change();
});
afterAll(() => template.leave());
beforeEach(async () => {
  desk = await template.copy();
});
afterEach(() => desk.leave());

test.each(['killed before', 'killed after'] as const)(
  '%s any write, visitors find the library as it was or as it is to be, and the next run finishes it',
  async (how) => {
    const counter = mortal(desk.local, -1, how);
    await desk.publish(counter.local);
    const outcome = desk.local.read();
    expect(counter.steps()).toBeGreaterThan(2);
    for (let step = 0; step < counter.steps(); step++) {
      await desk.leave();
      desk = await template.copy();
      await expect(desk.publish(mortal(desk.local, step, how).local)).rejects.toThrow(Killed);
      await desk.restart();
      const isDone = how === 'killed after' && step === counter.steps() - 1;
      expect(await desk.visitors(), `step ${step}`).toEqual(whole(isDone ? after : before));
      await desk.publish();
      expect(await desk.visitors(), `step ${step}`).toEqual(whole(after));
      const { lessons } = desk.local.read();
      expect(lessons.map(({ id }) => id).sort()).toEqual(outcome.lessons.map(({ id }) => id).sort());
      expect(desk.local.log.entries()).toHaveLength(2);
    }
  },
);

describe('trouble with one lesson', () => {
  test('a file changed since the plan is not published, the others are, and nothing is removed', async () => {
    const proposal = plan(await desk.scan(), desk.local.read(), '');
    await desk.folder.write('Hadith/Intentions.pdf', 'changed after it was read');
    const { failures, changes } = await publish(desk.local, {
      plan: proposal,
      folder: desk.folder.path,
      by: 'owner',
    });
    expect(failures.map(({ reason }) => reason)).toEqual(['changed']);
    expect(changes.map(({ kind }) => kind)).not.toContain('removed');
    const names = desk.local.read().lessons.map(({ fileName }) => fileName);
    expect(names).toContain('Names.pdf');
    expect(names).not.toContain('Intentions.pdf');
    await desk.publish();
    const now = Object.keys(await desk.visitors());
    expect(now).toContain('Hadith/Intentions.pdf');
    expect(now).not.toContain('Creed/Names.pdf');
  });

  test('a file that does not fit on the disk is named, and the others are published', async () => {
    const storeFile: typeof desk.local.storeFile = async (id, name, ...rest) => {
      if (name === 'Intentions.pdf') throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return desk.local.storeFile(id, name, ...rest);
    };
    const full = { ...desk.local, storeFile };
    const { failures } = await publish(full, {
      plan: plan(await desk.scan(), desk.local.read(), ''),
      folder: desk.folder.path,
      by: 'owner',
    });
    expect(failures.map(({ reason, change }) => [reason, change.after?.fileName])).toEqual([
      ['diskFull', 'Intentions.pdf'],
    ]);
    const names = desk.local.read().lessons.map(({ fileName }) => fileName);
    expect(names).not.toContain('Intentions.pdf');
    expect(names).toContain('Names.pdf');
  });

  test('a disk that goes away in between removes nothing', async () => {
    const proposal = plan(await desk.scan(), desk.local.read(), '');
    await rename(desk.folder.path, `${desk.folder.path}-away`);
    const { failures } = await publish(desk.local, { plan: proposal, folder: desk.folder.path, by: 'owner' });
    await rename(`${desk.folder.path}-away`, desk.folder.path);
    expect(failures.map(({ reason }) => reason)).toEqual(failures.map(() => 'changed'));
    expect(Object.keys(await desk.visitors())).toHaveLength(Object.keys(before).length);
  });
});

test('the file of a removed lesson stays for 30 days, and what another program stored is never deleted', async () => {
  const bytes = Buffer.from('%PDF-1.7 of another program');
  const bytesOnDisk = await desk.local.backend.storeBytes(
    { bucketId: 'pdfs', fileId: 'stranger', name: 'x.pdf' },
    bytes,
  );
  await desk.local.backend.write((batch) => batch.addFile(bytesOnDisk));
  await desk.publish();
  const [change] = desk.local.log.removedLately();
  const fileId = change?.before?.fileId ?? '';
  expect(desk.local.read().files.has(fileId)).toBe(true);
  desk.local.backend.database.exec(`UPDATE publications SET at = '2020-01-01T00:00:00.000Z'`);
  await desk.folder.write('Hadith/Late.pdf', 'late');
  await desk.publish();
  expect(desk.local.read().files.has(fileId)).toBe(false);
  expect(desk.local.read().files.has('stranger')).toBe(true);
  expect(await readdir(join(desk.dataDir, 'files'))).not.toEqual([]);
});

test('a damaged file is replaced only by its own content', async () => {
  const [lesson] = desk.local.read().lessons;
  const { fileId = '', fileName = '', contentId = '' } = lesson ?? {};
  const other = async function* () {
    yield Buffer.from('%PDF-1.7 of another lesson');
  };
  await expect(desk.local.replaceFile(fileId, fileName, contentId, other)).rejects.toThrow(SourceChanged);
  expect(desk.local.read().files.has(fileId)).toBe(true);
});

test('an older history keeps its numbers, in whatever order its rows come', () => {
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
