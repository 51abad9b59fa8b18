import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Limits the time of a program's steps. */
export interface TimeLimit {
  beginStep(): void;
  endStep(): void;
}

/** A step that uses no CPU is stuck, for example on a failing disk; it may last this many times longer. */
const STUCK_FACTOR = 6;
const LOOKS_PER_LIMIT = 10;

/**
 * Watches in a thread, which runs while the main thread hangs. Counts this process's CPU time only, and a sleep of the machine as
 * one look, so that neither a busy machine nor a closed lid ends a step.
 */
const watch = `
  const { workerData: { state, limitMicros, lookMs, stuckLooks } } = require('node:worker_threads');
  const shared = new Int32Array(state);
  let [seen, last, stuck] = [0, 0, 0];
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const used = (user + system) | 0;
    const step = Atomics.load(shared, 0);
    if (step === 0 || step !== seen) [seen, stuck] = [step, 0];
    else if (((used - last) | 0) < 20 * lookMs) stuck++;
    last = used;
    const isOver = step !== 0 && ((used - Atomics.load(shared, 1)) | 0) > limitMicros;
    if (isOver || stuck > stuckLooks) process.kill(process.pid, 'SIGKILL');
  }, lookMs);
`;

/** Kills this process when one of its steps takes more CPU seconds than allowed. */
export async function startTimeLimit(seconds: number): Promise<TimeLimit> {
  /** Number of the current step, or 0, and the CPU time before it in microseconds, which may overflow. */
  const state = new SharedArrayBuffer(8);
  const shared = new Int32Array(state);
  const [limitMicros, lookMs] = [seconds * 1e6, (seconds * 1000) / LOOKS_PER_LIMIT];
  const thread = new Worker(watch, {
    eval: true,
    workerData: { state, limitMicros, lookMs, stuckLooks: STUCK_FACTOR * LOOKS_PER_LIMIT },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  await once(thread, 'online');
  thread.unref();
  let steps = 0;
  return {
    beginStep() {
      steps = (steps % 0x7fff_ffff) + 1;
      Atomics.store(shared, 1, usedMicros());
      Atomics.store(shared, 0, steps);
    },
    endStep() {
      const isOver = ((usedMicros() - Atomics.load(shared, 1)) | 0) > limitMicros;
      if (isOver) process.exit(1);
      Atomics.store(shared, 0, 0);
    },
  };
}

function usedMicros(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) | 0;
}
