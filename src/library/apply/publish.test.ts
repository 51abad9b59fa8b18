import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppwriteException } from 'node-appwrite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LessonFolder } from '../../../tests/library/lesson-folder.ts';
import { type Fault, Killed, MemoryCatalogue, Shelf } from '../../../tests/library/memory-catalogue.ts';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import type { FolderListing } from '../folder/folder-listing.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { type Library, readPublished } from '../journal/read-published.ts';
import { isEmpty, type Plan, plan } from '../plan/plan.ts';
import { silent } from './apply-plan.ts';
import { dropExpired, publish } from './publish.ts';

const before = {
  'Fiqh/Wudu.pdf': 'wudu',
  'Fiqh/Prayer.pdf': 'prayer',
  'Fiqh/Zakah.pdf': 'zakah',
  'Creed/Names.pdf': 'names',
  'السيرة/الدرس ١.pdf': 'one',
  'السيرة/الدرس ٢.pdf': 'two',
};
/** Everything that can happen, at once: new, new edition, renamed, moved, removed, category renamed, new and gone. */
const after = {
  'Fiqh/Wudu.pdf': 'wudu, second edition',
  'Fiqh/Steps of prayer.pdf': 'prayer',
  'Hadith/Zakah.pdf': 'zakah',
  'سيرة النبي/الدرس ١.pdf': 'one',
  'سيرة النبي/الدرس ٢.pdf': 'two',
  'Hadith/Intentions.pdf': 'intentions',
};

let folder: LessonFolder;
let listed: FolderListing;
let published: Shelf;

async function scan(): Promise<FolderListing> {
  return scanFolder({ folder: folder.path, largest: 10_000, settle: 0 });
}

async function run(shelf: Shelf, listing: FolderListing, fault?: Fault): Promise<MemoryCatalogue> {
  const catalogue = new MemoryCatalogue(shelf, fault);
  try {
    const library = await readPublished(catalogue);
    const wanted = plan(listing, library, shelf.date());
    await publish({ catalogue, library, plan: wanted, folder: folder.path, progress: silent });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  return catalogue;
}

function copy(shelf: Shelf): Shelf {
  const { categories, lessons, files, journal, now } = shelf;
  const lessonsCopied = new Map([...lessons].map(([id, row]) => [id, { ...row }]));
  const filesCopied = new Map([...files].map(([id, file]) => [id, { ...file }]));
  return Object.assign(new Shelf(), {
    categories: new Map(categories),
    lessons: lessonsCopied,
    files: filesCopied,
    journal: structuredClone(journal),
    now,
  });
}

/** Everything but dates and the ids of publications: rows, categories, files with their bytes, and what the history tells. */
function outcome(shelf: Shelf) {
  const history = [...shelf.journal.values()].map(({ kind, lesson, after: state, note }) =>
    JSON.stringify([kind, lesson, state?.category, state?.fileName, note]),
  );
  return {
    categories: [...shelf.categories].sort(),
    lessons: [...shelf.lessons.values()]
      .map(({ createdAt: _, ...row }) => row)
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    files: [...shelf.files]
      .map(([id, { name, bytes, complete }]) => [id, name, bytes.toString(), complete])
      .sort(),
    history: history.sort(),
  };
}

beforeAll(async () => {
  folder = await LessonFolder.make(before);
  published = new Shelf();
  await run(published, await scan());
  // As in a library that was made before lessons had an address of their own.
  for (const row of published.lessons.values()) row.link = 'former';
  for (const path of Object.keys(before)) await folder.remove(path.split('/')[0] ?? '');
  for (const [path, text] of Object.entries(after)) await folder.write(path, text);
  listed = await scan();
});
afterAll(() => folder.delete());

describe('a publication killed at any step is finished by the next one', () => {
  for (const when of ['before', 'half', 'after'] as const) {
    test(`killed ${when} the write`, async () => {
      const whole = copy(published);
      const { writes } = await run(whole, listed);
      expect(writes).toContain('removeLesson');
      expect(writes.length).toBeGreaterThan(18);
      for (let step = 0; step < writes.length; step++) {
        const shelf = copy(published);
        // Every write also checks that no row points at a missing file and that none is without its category.
        const killed = await run(shelf, listed, { step, when });
        expect(killed.dead).toBe(true);
        await run(shelf, listed);
        expect(outcome(shelf), `killed ${when} step ${step}, ${writes[step]}`).toEqual(outcome(whole));
      }
    });
  }

  test('in the order categories, bytes, rows, removals', async () => {
    const shelf = copy(published);
    const { writes } = await run(shelf, listed);
    const last = (what: string) => writes.lastIndexOf(what);
    const first = (what: string) => writes.indexOf(what);
    expect(last('saveCategory')).toBeLessThan(first('send'));
    expect(first('send')).toBeLessThan(first('createLesson'));
    expect(Math.max(last('createLesson'), last('updateLesson'))).toBeLessThan(first('removeLesson'));
    expect(last('removeLesson')).toBeLessThan(first('removeCategory'));
  });
});

describe('trouble with one lesson', () => {
  test('a file changed while it is sent is not published, the others are, and nothing is taken off', async () => {
    const shelf = copy(published);
    await folder.write('Hadith/Intentions.pdf', 'changed after it was read');
    const catalogue = await run(shelf, listed);
    const names = [...shelf.lessons.values()].map(({ fileName }) => fileName);
    expect(names).toContain('Steps of prayer.pdf');
    expect(names).toContain('Names.pdf');
    expect(names).not.toContain('Intentions.pdf');
    expect(catalogue.writes).not.toContain('removeLesson');

    const again = await scan();
    await run(shelf, again);
    expect(isEmpty(plan(again, await readPublished(new MemoryCatalogue(shelf)), ''))).toBe(true);
    expect([...shelf.lessons.values()].map(({ fileName }) => fileName)).not.toContain('Names.pdf');
    await folder.write('Hadith/Intentions.pdf', 'intentions');
  });

  test('a disk that goes away in between takes nothing off the site', async () => {
    const shelf = copy(published);
    const gone = await LessonFolder.make(after);
    const listing = await scanFolder({ folder: gone.path, largest: 10_000, settle: 0 });
    await rm(join(gone.path), { recursive: true });
    const catalogue = new MemoryCatalogue(shelf);
    const library = await readPublished(catalogue);
    const wanted = plan(listing, library, shelf.date());
    const { failures, done } = await publish({
      catalogue,
      library,
      plan: wanted,
      folder: gone.path,
      progress: silent,
    });
    expect(failures.map(({ reason }) => reason)).toEqual(failures.map(() => 'changed'));
    expect(shelf.lessons.size).toBe(Object.keys(before).length);
    // Nor is it told that it did.
    expect(done.map(({ kind }) => kind)).not.toContain('removed');
    expect(done.length).toBeGreaterThan(0);
  });
});

describe('what is removed is kept for 30 days', () => {
  const day = 24 * 60 * 60 * 1000;

  test('its file stays, then goes, and what is not ours is never deleted', async () => {
    const shelf = copy(published);
    shelf.files.set('stranger', { name: 'x.pdf', bytes: Buffer.from('x'), complete: true });
    shelf.now = Date.now();
    await run(shelf, listed);
    const removed = [...shelf.journal.values()].find(({ kind }) => kind === 'removed')?.before?.fileId ?? '';
    expect(shelf.files.has(removed)).toBe(true);

    for (const entry of shelf.journal.values()) {
      entry.createdAt = new Date(Date.parse(entry.createdAt) - 31 * day).toISOString();
    }
    await folder.write('Hadith/Late.pdf', 'late');
    await run(shelf, await scan());
    await folder.remove('Hadith/Late.pdf');
    expect(shelf.files.has(removed)).toBe(false);
    expect(shelf.files.has('stranger')).toBe(true);
    for (const { fileId } of shelf.lessons.values()) expect(shelf.files.has(fileId)).toBe(true);
  });
});

const [lost, old] = ['a'.repeat(36), 'b'.repeat(36)];
const expired = { lessons: [], journal: [], files: [lost, old] } as unknown as Library;

async function dropped(failure: Error): Promise<string[]> {
  const removed: string[] = [];
  const removeFile = async (id: string) => {
    if (id === lost) throw failure;
    removed.push(id);
  };
  await dropExpired({ removeFile } as unknown as Catalogue, expired, { changes: [] } as unknown as Plan);
  return removed;
}

test('a file that the server cannot delete does not keep the others, nor the publication', async () => {
  const failure = new AppwriteException('Failed to delete file from device', 500, 'general_unknown');
  expect(await dropped(failure)).toEqual([old]);
});

test('any other trouble is told', async () => {
  await expect(dropped(new TypeError('fetch failed'))).rejects.toThrow('fetch failed');
});
