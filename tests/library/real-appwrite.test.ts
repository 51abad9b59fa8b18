import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, ID, Storage, TablesDB } from 'node-appwrite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Owner } from './owner.ts';

const { MINBAR_TEST_APPWRITE_ENDPOINT, MINBAR_TEST_APPWRITE_PROJECT_ID, MINBAR_TEST_APPWRITE_API_KEY } =
  process.env;
const endpoint = MINBAR_TEST_APPWRITE_ENDPOINT ?? '';
const project = MINBAR_TEST_APPWRITE_PROJECT_ID ?? '';
const key = MINBAR_TEST_APPWRITE_API_KEY ?? '';

// Runs only with a real Appwrite project; creates a database and a bucket there and deletes them.
describe.skipIf(!endpoint || !project || !key)(
  'on a real Appwrite (needs MINBAR_TEST_APPWRITE_ENDPOINT, _PROJECT_ID and _API_KEY)',
  () => {
    const id = `minbar${ID.unique()}`.slice(0, 30);
    let owner: Owner;
    beforeAll(async () => {
      owner = await Owner.make({
        'Fiqh/Wudu.pdf': 'wudu',
        'السيرة/الدرس ١.pdf': 'one',
        'Fiqh/Large.pdf': 'page '.repeat(2_500_000),
      });
      Object.assign(owner.env, {
        APPWRITE_ENDPOINT: endpoint,
        APPWRITE_PROJECT_ID: project,
        APPWRITE_API_KEY: key,
        APPWRITE_DATABASE_ID: id,
        APPWRITE_BUCKET_ID: id,
      });
    });
    afterAll(async () => {
      const client = new Client().setEndpoint(endpoint).setProject(project).setKey(key);
      await new TablesDB(client).delete({ databaseId: id });
      await new Storage(client).deleteBucket({ bucketId: id });
      await owner.cleanUp();
    });

    test('a library can be set up, published, renamed, undone and verified', async () => {
      expect((await owner.run('setup')).code).toBe(0);
      expect((await owner.run('setup')).text).toContain('nothing was changed');
      expect((await owner.run('publish', '--yes')).code).toBe(0);
      expect((await owner.run('verify')).text).toContain('Everything is in order: 3 lessons, 3 files');
      await rename(join(owner.folder.path, 'Fiqh/Wudu.pdf'), join(owner.folder.path, 'Fiqh/Steps.pdf'));
      expect((await owner.run('publish', '--yes')).text).toContain('New name (same link): 1 lesson');
      expect((await owner.run('undo', '--yes')).code).toBe(0);
      expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
      expect((await owner.run('verify')).code).toBe(0);
    }, 600_000);
  },
);
