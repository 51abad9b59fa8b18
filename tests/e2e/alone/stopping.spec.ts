import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { LessonFolder } from '../../library/lesson-folder.ts';
import { startSite, startSiteOf } from '../../support/site.ts';

const LESSON_COUNT = 300;
// Each test starts one or two sites.
test.describe.configure({ timeout: 240_000 });

test('Ctrl-C during the first publication loses no lesson and logs no error', async ({ request }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'minbar-stopping-'));
  const folder = await LessonFolder.make(
    Object.fromEntries(
      Array.from({ length: LESSON_COUNT }, (_, i) => [`Fiqh/Lesson ${i}.pdf`, `lesson ${i}`]),
    ),
  );
  const settings = { DATA_DIR: dataDir, LIBRARY_DIR: folder.path };
  const countLessons = async (): Promise<number> => {
    const { site } = JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8'));
    const response = await request.get(`${site.endpoint}/tablesdb/library/tables/files/rows?project=minbar`);
    return (await response.json()).total;
  };
  const countFiles = async (): Promise<number> => {
    const folders = await readdir(join(dataDir, 'files'));
    return folders.filter((name) => name !== 'incoming').length;
  };
  try {
    const env = { ...process.env, ...settings, PORT: '0', HOST: 'localhost' };
    // Runs in a separate process group, as in a terminal, so that Ctrl-C reaches the site and its children.
    const site = spawn(process.execPath, ['minbar.mjs', 'start'], { env, detached: true });
    const output: string[] = [];
    for (const stream of [site.stdout, site.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
    // Rows are written in one transaction after all files, so in between there are only files.
    await expect(async () => expect(await countFiles()).toBeGreaterThan(0)).toPass({ intervals: [10] });
    process.kill(-(site.pid ?? 0), 'SIGINT');
    const [code] = await once(site, 'close');
    // A fast machine may have finished the publication.
    const unexpectedOutput = output.join('').replace(/^Library: New: \d+\.\n/, '');
    expect({ code, unexpectedOutput }).toEqual({ code: 0, unexpectedOutput: '' });

    const restartedSite = await startSite(settings);
    await expect(async () => expect(await countLessons()).toBe(LESSON_COUNT)).toPass();
    await restartedSite.stop();
  } finally {
    await folder.delete();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('completes pending requests before it stops', async () => {
  const site = await startSiteOf(await LessonFolder.make({ 'Fiqh/Prayer.pdf': 'prayer' }));
  const body = JSON.stringify({ rowId: 'late', data: { categoryName: 'Late' } });
  const pendingRequest = httpRequest(`${site.url}/v1/tablesdb/library/tables/categories/rows`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'X-Appwrite-Project': 'minbar',
      'X-Appwrite-Key': site.key,
      // The server confirms the headers and waits for the body (RFC 9110, 10.1.1).
      Expect: '100-continue',
    },
  });
  pendingRequest.flushHeaders();
  await once(pendingRequest, 'continue');
  pendingRequest.write(body.slice(0, 10));
  const pendingStop = site.stop();
  // Waits until the site refuses new connections.
  await expect
    .poll(() =>
      fetch(site.url).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  pendingRequest.end(body.slice(10));
  const [response] = await once(pendingRequest, 'response');
  response.resume();
  expect(response.statusCode).toBe(201);
  await pendingStop;
});
