import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Limits the time of a program's steps. */
export interface TimeLimit {
  beginStep(): void;
  endStep(): void;
}

/** A step that uses no processor is stuck, as on a disk that does not answer: it may last so many times longer. */
const STUCK_FACTOR = 6;
const LOOKS_PER_LIMIT = 10;

/**
 * The thread that watches, which goes on when the program hangs. The time of other processes does not count, and however long the
 * machine sleeps between two looks, it is one look: neither a busy machine nor a closed lid ends a step.
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

/** Ends this process when one of its steps takes more than so many seconds of the processor's time. */
export async function startTimeLimit(seconds: number): Promise<TimeLimit> {
  /** The number of the step that is under way, or 0; and the processor time before it, in microseconds, which may overflow. */
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
