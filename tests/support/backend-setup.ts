import { afterAll, beforeAll } from 'vitest';
import { type RunningBackend, startBackend } from './backend.ts';

/** Starts a backend for the tests of one file. Its properties exist from the next `beforeAll` on. */
export function setUpBackend(start = (): Promise<RunningBackend> => startBackend()): RunningBackend {
  const running = {} as RunningBackend;
  beforeAll(async () => void Object.assign(running, await start()));
  afterAll(() => running.stop());
  return running;
}
