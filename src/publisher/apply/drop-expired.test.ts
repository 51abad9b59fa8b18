import { AppwriteException } from 'node-appwrite';
import { expect, test } from 'vitest';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import type { Library } from '../journal/read-published.ts';
import type { Plan } from '../plan/plan.ts';
import { dropExpired } from './drop-expired.ts';

const [lost, old] = ['a'.repeat(36), 'b'.repeat(36)];
const library = { lessons: [], journal: [], files: [lost, old] } as unknown as Library;

async function dropped(failure: Error): Promise<string[]> {
  const removed: string[] = [];
  const removeFile = async (id: string) => {
    if (id === lost) throw failure;
    removed.push(id);
  };
  await dropExpired({ removeFile } as unknown as Catalogue, library, { changes: [] } as unknown as Plan);
  return removed;
}

test('a file that the server cannot delete does not keep the others, nor the publication', async () => {
  const failure = new AppwriteException('Failed to delete file from device', 500, 'general_unknown');
  expect(await dropped(failure)).toEqual([old]);
});

test('any other trouble is told', async () => {
  await expect(dropped(new TypeError('fetch failed'))).rejects.toThrow('fetch failed');
});
