import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Query } from 'node-appwrite';
import { onCore } from '../harness/child.ts';
import { writeLessons } from '../harness/lessons.ts';
import { libraryTables } from '../harness/library-tables.ts';
import { startSiteProcess, temporaryFolder } from '../harness/site-process.ts';
import { load } from '../harness/wrk.ts';

const run = promisify(execFile);

export interface PublishLoad {
  lessons: number;
  /** How long the publication took. */
  seconds: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p99: number;
}

/** Publishes 500 lessons with the owner's command while visitors ask for the first page as fast as they can. */
export async function measurePublish({
  serverCore,
  visitorCore,
  connections,
}: {
  serverCore: number;
  visitorCore: number;
  connections: number;
}): Promise<PublishLoad> {
  console.log('publishing under load …');
  const [before, lessons] = [20, 500];
  const folder = temporaryFolder();
  writeLessons(folder, 0, before, 50);
  const site = await startSiteProcess({ core: serverCore, env: { LIBRARY_DIR: folder } });
  try {
    writeLessons(folder, before, lessons, 50);
    const began = performance.now();
    const [program = '', ...args] = onCore(visitorCore, [
      // It shares the visitors' core, and must not hold up their measuring.
      'nice',
      '-n',
      '19',
      process.execPath,
      'minbar.mjs',
      'library',
      'publish',
      '--yes',
    ]);
    const publishing = run(program, args, {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, DATA_DIR: site.dataDir, LIBRARY_DIR: folder },
      maxBuffer: 1e8,
    });
    // While it reads the folder and makes its plan nothing is written.
    await firstOfThem(site.url, before);
    const over = new AbortController();
    const loading = load(site.url, {
      core: visitorCore,
      seconds: 600,
      connections,
      headers: { 'Accept-Encoding': 'br' },
      signal: over.signal,
    });
    await publishing.finally(() => over.abort());
    const seconds = (performance.now() - began) / 1000;
    const { requestsPerSecond, p99 } = await loading;
    return { lessons, seconds, requestsPerSecond, p99 };
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until the site has more lessons than `before`. */
async function firstOfThem(siteUrl: string, before: number): Promise<void> {
  const db = libraryTables(siteUrl);
  for (;;) {
    const { total } = await db.listRows({
      databaseId: 'library',
      tableId: 'files',
      queries: [Query.limit(1)],
    });
    if (total > before) return;
    await sleep(50);
  }
}
