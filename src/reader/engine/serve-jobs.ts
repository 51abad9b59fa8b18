import { startTimeLimit } from './time-limit.ts';

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
