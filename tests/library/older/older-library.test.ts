import { join } from 'node:path';
import { extract } from 'tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBackend } from '../../support/backend.ts';
import { Owner } from '../owner.ts';

// A data folder of version 0.1.0: three lessons, one of them corrected, and a fourth that was removed.
const archive = join(import.meta.dirname, 'library-0.1.0.tar.gz');
const lessons = [
  { id: '84cca5ce5a243281940c', file: 'd843c80fe1c301819df81af7fd5e09c23cc9', text: 'prayer' },
  { id: '3cbfabac96cfe9073e7c', file: 'f7bdaf9440ba5549baf8d051193ba7e4a03c', text: 'wudu, corrected' },
  { id: '735ef905eafdf92613c2', file: '80e90e1c75cff86e96e166dd61e1322b360e', text: 'one' },
];
const previousFile = '568ab080af4d7753222044aaa1261764de18';
const removedLesson = { id: '6dfaa3e39e6a9940a274', file: 'f136fd7d8278117567d62bbc5fd9e6533d13' };

let owner: Owner;
beforeAll(async () => {
  owner = await Owner.make();
  const home = join(owner.dataDir, '..');
  await extract({ file: archive, cwd: home });
  owner.env.LIBRARY_DIR = join(home, 'lib');
});
afterAll(() => owner.cleanUp());

const fileAddress = (file: string) => `/v1/storage/buckets/pdfs/files/${file}/view?project=minbar`;
const lessonAddress = (id: string) => `/lesson/${id}.pdf`;

/** Fetches addresses. Returns the text of each PDF or other body, or the status, with the target of a redirect. */
async function fetchAll(addresses: string[]): Promise<string[]> {
  const site = await startBackend({ dataDir: owner.dataDir });
  try {
    const responses = addresses.map(async (address) => {
      const response = await fetch(new URL(address, site.endpoint), { redirect: 'manual' });
      const text = await response.text();
      return response.status === 200
        ? (/^%PDF-1.7\n(.*)/.exec(text)?.[1] ?? text)
        : `${response.status} ${response.headers.get('location') ?? ''}`.trim();
    });
    return await Promise.all(responses);
  } finally {
    await site.stop();
  }
}

test('gives lessons of version 0.1.0 permanent addresses, and keeps their files and history', async () => {
  const texts = lessons.map(({ text }) => text);
  const addresses = [
    ...lessons.map(({ id }) => lessonAddress(id)),
    ...lessons.map(({ file }) => fileAddress(file)),
  ];
  expect(await fetchAll(addresses)).toEqual([...texts, ...texts]);
  expect((await owner.run('verify')).code).toBe(0);

  const { code, text } = await owner.run('publish', '--yes');
  // Version 0.1.0 did not check PDFs. These are invalid, so they stay online and are named.
  expect(code, text).toBe(5);
  expect(text).toContain('Nothing to publish');
  expect(await fetchAll(addresses)).toEqual([...texts, ...texts]);
  expect(await fetchAll([fileAddress(previousFile), fileAddress(removedLesson.file)])).toEqual([
    `301 ${lessonAddress('3cbfabac96cfe9073e7c')}`,
    `301 ${lessonAddress(removedLesson.id)}`,
  ]);
  const [rows = ''] = await fetchAll(['/v1/tablesdb/library/tables/files/rows?project=minbar']);
  for (const { id } of lessons) expect(rows).toContain(`"url":"${lessonAddress(id)}"`);
  expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
  expect((await owner.run('verify')).code).toBe(0);
  expect((await owner.run('history')).text.match(/^\S/gm)).toHaveLength(3);
});
