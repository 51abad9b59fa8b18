import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchOnlineLessons, HOSTED_PROJECT, Owner } from '../../../tests/library/owner.ts';
import { makeStoredFileUnreadable } from '../../../tests/library/unreadable-file.ts';
import { type FakeProject, startFakeProject } from '../../../tests/support/fake-project.ts';

const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one' };
let owner: Owner;
let hostedProject: FakeProject;

beforeEach(async () => {
  owner = await Owner.make(lessons);
  hostedProject = await startFakeProject({ projectId: HOSTED_PROJECT });
});
afterEach(async () => {
  await hostedProject.stop();
  await owner.cleanUp();
});

const useHosted = () => owner.connectTo(hostedProject.endpoint);
const hostedLessons = () => fetchOnlineLessons(hostedProject.endpoint, HOSTED_PROJECT);

describe('move', () => {
  test('moves to Appwrite and back, keeps all ids, and compares both sides', async () => {
    await owner.run('publish', '--yes');
    const before = await owner.onlineLessons();
    useHosted();
    const result = await owner.run('move', '--to', 'appwrite');
    expect(result.code, result.text).toBe(0);
    expect(result.text).toMatch(/Moved and compared: \d+ rows, 2 files, all checksums match/);
    expect(await hostedLessons()).toEqual(before);
    expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');

    await owner.folder.write('Fiqh/New.pdf', 'new');
    await owner.run('publish', '--yes');
    expect((await owner.run('move', '--to', 'embedded')).code).toBe(0);
    expect(await owner.onlineLessons()).toEqual(await hostedLessons());
  });

  test('names and skips unreadable files, and moves the others', async () => {
    await owner.run('publish', '--yes');
    useHosted();
    const site = await owner.startSite();
    const restoreFile = await makeStoredFileUnreadable(await owner.storedFile('wudu'));
    const { code, text } = await owner.run('move', '--to', 'appwrite');
    await restoreFile();
    await site.stop();
    expect(code, text).toBe(5);
    expect(text).toContain('Left out: the file of Wudu.pdf');
    expect(await hostedLessons()).toMatchObject([{ path: 'السيرة/الدرس ١.pdf', text: 'one' }]);
  });

  test('explains which settings are missing', async () => {
    expect((await owner.run('move')).code).toBe(2);
    expect((await owner.run('move', '--to', 'appwrite')).text).toContain('Set APPWRITE_ENDPOINT');
  });
});
