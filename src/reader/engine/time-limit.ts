import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Limits the CPU time of each step of this process. */
export interface TimeLimit {
  beginStep(): void;
  endStep(): void;
}

/** A step that uses almost no CPU time for this many times its limit, for example because a disk fails, is stuck. */
const STUCK_FACTOR = 6;
const CHECKS_PER_LIMIT = 10;

/**
 * Runs in a thread, because the main thread may hang. Limits the CPU time of this process, not the elapsed time, so that a busy or
 * suspended machine does not end a step.
 */
const watchdog = `
  const { workerData: { state, limitMicros, checkMs, maxStuckChecks } } = require('node:worker_threads');
  const shared = new Int32Array(state);
  let [checkedStep, lastUsed, stuckChecks] = [0, 0, 0];
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const used = (user + system) | 0;
    const step = Atomics.load(shared, 0);
    if (step === 0 || step !== checkedStep) [checkedStep, stuckChecks] = [step, 0];
    else if (((used - lastUsed) | 0) < 20 * checkMs) stuckChecks++;
    lastUsed = used;
    const isOver = step !== 0 && ((used - Atomics.load(shared, 1)) | 0) > limitMicros;
    if (isOver || stuckChecks > maxStuckChecks) process.kill(process.pid, 'SIGKILL');
  }, checkMs);
`;

/** Kills this process when one of its steps exceeds the given CPU seconds or is stuck. */
export async function startTimeLimit(seconds: number): Promise<TimeLimit> {
  /** Number of the current step (0 if none), and the CPU microseconds used before that step, which can overflow. */
  const state = new SharedArrayBuffer(8);
  const shared = new Int32Array(state);
  const [limitMicros, checkMs] = [seconds * 1e6, (seconds * 1000) / CHECKS_PER_LIMIT];
  const thread = new Worker(watchdog, {
    eval: true,
    workerData: { state, limitMicros, checkMs, maxStuckChecks: STUCK_FACTOR * CHECKS_PER_LIMIT },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  await once(thread, 'online');
  thread.unref();
  let steps = 0;
  return {
    beginStep() {
      steps = (steps % 0x7fff_ffff) + 1;
      Atomics.store(shared, 1, readUsedMicros());
      Atomics.store(shared, 0, steps);
    },
    endStep() {
      const isOver = ((readUsedMicros() - Atomics.load(shared, 1)) | 0) > limitMicros;
      if (isOver) process.exit(1);
      Atomics.store(shared, 0, 0);
    },
  };
}

function readUsedMicros(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) | 0;
}
