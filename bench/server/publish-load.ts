import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { onCore } from '../harness/child.ts';
import { writeLessons } from '../harness/lessons.ts';
import { startSiteProcess, temporaryFolder } from '../harness/site-process.ts';
import { median } from '../harness/statistics.ts';
import { load } from '../harness/wrk.ts';

const run = promisify(execFile);

export interface PublishLoad {
  lessons: number;
  /** How long the publication took. */
  seconds: number;
  requestsPerSecond: number;
  /** Milliseconds, of each second while it ran. */
  p99: number[];
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
  const lessons = 500;
  const folder = temporaryFolder();
  writeLessons(folder, 0, 20, 50);
  const site = await startSiteProcess({ core: serverCore, env: { LIBRARY_DIR: folder } });
  try {
    writeLessons(folder, 20, lessons, 50);
    const began = performance.now();
    const publishing = { over: false };
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
    const published = run(program, args, {
      cwd: new URL('../../', import.meta.url),
      env: { ...process.env, DATA_DIR: site.dataDir, LIBRARY_DIR: folder },
      maxBuffer: 1e8,
    }).finally(() => {
      publishing.over = true;
    });
    const loads = [];
    while (!publishing.over) {
      const headers = { 'Accept-Encoding': 'br' };
      const one = await load(site.url, { core: visitorCore, seconds: 1, connections, headers });
      if (!publishing.over) loads.push(one);
    }
    await published;
    const seconds = (performance.now() - began) / 1000;
    return {
      lessons,
      seconds,
      requestsPerSecond: median(loads.map((one) => one.requestsPerSecond)),
      p99: loads.map((one) => one.p99),
    };
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
