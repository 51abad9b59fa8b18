import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Sends a message to the parent process; the wait until it is sent does not count as part of a step. */
export type Send<Message> = (message: Message) => Promise<void>;

export interface JobContext<Message> {
  send: Send<Message>;
  /** Waits between two steps, such as between pages, so that the wait does not count as part of a step. */
  pause<T>(wait: () => Promise<T>): Promise<T>;
}

/**
 * Runs the parent's jobs one at a time. A step lasts from one message or pause to the next; the first argument limits its CPU seconds. This
 * process ends if a step exceeds the limit or is stuck, if a job throws, or if the parent ends.
 */
export async function serveJobs<Job, Message>(
  run: (job: Job, context: JobContext<Message>) => Promise<Message>,
): Promise<void> {
  process.once('disconnect', () => process.exit());
  const limit = await startTimeLimit(Number(process.argv[2]));
  const pause: JobContext<Message>['pause'] = async (wait) => {
    limit.endStep();
    const result = await wait();
    limit.beginStep();
    return result;
  };
  // A long step blocks the event loop, so each message is sent before the next step.
  const sendNow = (message: Message) =>
    new Promise<void>((resolve) => process.send?.(message, () => resolve()));
  const send: Send<Message> = (message) => pause(() => sendNow(message));

  async function serve(job: Job): Promise<void> {
    limit.beginStep();
    const last = await run(job, { send, pause });
    limit.endStep();
    await sendNow(last);
  }

  let queue = Promise.resolve();
  process.on('message', (job: Job) => {
    queue = queue.then(() => serve(job)).catch(() => process.exit(1));
  });
}

/** Limits the CPU time of each step of this process. */
interface TimeLimit {
  beginStep(): void;
  endStep(): void;
}

/** A step that uses almost no CPU time during this many times its limit, for example because a disk fails, is stuck. */
const STUCK_FACTOR = 6;
const CHECKS_PER_LIMIT = 10;
/** CPU time that the watchdog itself can need: a share of the elapsed time, and microseconds per check. A step that uses more is not stuck. */
const WATCHDOG_USE = { share: 0.002, micros: 200 };

/**
 * Runs in a thread, because the main thread may hang. Limits the CPU time of this process, not the elapsed time, so that a busy or
 * suspended machine does not end a step.
 */
const watchdog = `
  const { workerData: { state, limitMicros, checkMs, idleMicros, maxStuckChecks } } = require('node:worker_threads');
  const shared = new Int32Array(state);
  let [checkedStep, lastUsed, stuckChecks] = [0, 0, 0];
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const used = (user + system) | 0;
    const step = Atomics.load(shared, 0);
    const isIdle = step !== 0 && step === checkedStep && ((used - lastUsed) | 0) < idleMicros;
    [checkedStep, lastUsed, stuckChecks] = [step, used, isIdle ? stuckChecks + 1 : 0];
    const isOver = step !== 0 && ((used - Atomics.load(shared, 1)) | 0) > limitMicros;
    if (isOver || stuckChecks > maxStuckChecks) process.kill(process.pid, 'SIGKILL');
  }, checkMs);
`;

/** Kills this process when one of its steps exceeds the given CPU seconds or is stuck. */
async function startTimeLimit(seconds: number): Promise<TimeLimit> {
  /** Number of the current step (0 if none), and the CPU microseconds used before that step, which can overflow. */
  const state = new SharedArrayBuffer(8);
  const shared = new Int32Array(state);
  const [limitMicros, checkMs] = [seconds * 1e6, (seconds * 1000) / CHECKS_PER_LIMIT];
  const idleMicros = WATCHDOG_USE.micros + WATCHDOG_USE.share * checkMs * 1000;
  const thread = new Worker(watchdog, {
    eval: true,
    workerData: { state, limitMicros, checkMs, idleMicros, maxStuckChecks: STUCK_FACTOR * CHECKS_PER_LIMIT },
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
