import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LessonFolder } from '../../tests/library/lesson-folder.ts';
import { targetOn } from '../../tests/library/target-on.ts';
import { KEY, startBackend } from '../../tests/support/backend.ts';
import type { Target } from './catalogue/target.ts';
import { type PublishingJob, publishOnce } from './publishing.ts';

// Only there it is told which processes one has started.
test.runIf(process.platform === 'linux')('the words of lessons are read at the lowest priority', async () => {
  const backend = await startBackend();
  const lessons = Array.from({ length: 10 }, (_, at) => [`Fiqh/Lesson ${at}.pdf`, `lesson ${at}`]);
  const folder = await LessonFolder.make(Object.fromEntries(lessons));
  const job: PublishingJob = {
    folder: folder.path,
    target: { ...targetOn(backend), key: KEY },
    language: 'en',
    mode: 'initial',
    dataDir: backend.dataDir,
    missing: null,
    removalsWait: 0,
  };
  const entry = join(import.meta.dirname, '../../minbar.mjs');
  const child = fork(entry, ['publishing'], { serialization: 'advanced' });
  const ended = once(child, 'exit');
  child.send(job);
  const started = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
  const priorities = () => [child.pid, ...started()].map(Number).filter(Boolean).map(getPriority);
  const low = constants.priority.PRIORITY_LOW;
  await expect.poll(priorities, { interval: 5 }).toEqual([low, low]);
  await ended;
  await backend.stop();
  await folder.delete();
});

test('a site that was started before the program was updated is to be started again', async () => {
  const target = { endpoint: 'http://127.0.0.1:9/v1' } as Target;
  const job = { folder: '', target, dataDir: '', missing: null, removalsWait: 0 };
  const lines: string[] = [];
  const { signal } = new AbortController();
  await publishOnce({ ...job, language: 'en', mode: 'initial' }, (line) => lines.push(line), signal);
  expect(lines).toEqual([expect.stringContaining('was started before Minbar was updated')]);
});
