import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';

/** A separate program that runs jobs one at a time; if it hangs or crashes, nothing else is affected. */
export interface WorkerProcess<Job, Message> {
  /**
   * Resolves with the job's last message, or with undefined if the process ended first. Rejects if the process cannot be
   * started.
   */
  run(job: Job, onMessage?: (message: Message) => void): Promise<Message | undefined>;
  /** Starts the process before its first job. */
  start(): void;
  close(): void;
}

export interface WorkerProcessOptions<Message> {
  /** Path of the program, which calls `serveJobs`. */
  program: string;
  /** CPU seconds for a step of a job. */
  seconds: number;
  isLast(message: Message): boolean;
  /** Maximum size of its JavaScript heap in MB. */
  heapMegabytes?: number;
  /** Initial size of V8's young generation; V8's default if absent. */
  youngMegabytes?: number;
  /** Seconds without a job after which the process ends to free memory; never if absent. */
  idleSeconds?: number;
}

interface Pending<Job, Message> {
  job: Job;
  onMessage: ((message: Message) => void) | undefined;
  resolve(last?: Message): void;
  reject(reason: unknown): void;
}

/** Creates a process that starts with its first job, and again after a job that ended it. */
export function createWorkerProcess<Job extends object, Message>({
  program,
  seconds,
  isLast,
  idleSeconds,
  heapMegabytes = 96,
  youngMegabytes,
}: WorkerProcessOptions<Message>): WorkerProcess<Job, Message> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  /** Jobs in order of arrival; the first one is running. */
  const pending: Pending<Job, Message>[] = [];
  // Without this, V8 assumes after a slow moment that short-lived objects survive, and collects them far too late.
  const execArgv = [`--max-old-space-size=${heapMegabytes}`, '--no-allocation-site-pretenuring'];
  if (youngMegabytes) execArgv.push(`--min-semi-space-size=${youngMegabytes}`);

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function runningChild(): ChildProcess {
    if (child) return child;
    const newChild = startProgram(program, seconds, execArgv, (failure) => {
      if (child !== newChild) return;
      if (failure) fail(failure);
      else finish();
    });
    newChild.on('message', (message: Message) => {
      if (child !== newChild) return;
      pending[0]?.onMessage?.(message);
      if (isLast(message)) finish(message);
    });
    child = newChild;
    return newChild;
  }

  function sendNext(): void {
    clearTimeout(idle);
    const [next] = pending;
    if (!next) return;
    let receiver: ChildProcess;
    try {
      receiver = runningChild();
    } catch (error) {
      fail(error);
      return;
    }
    // Its `error` event, which follows, reports the reason.
    if (receiver.pid === undefined) return;
    receiver.ref();
    receiver.channel?.ref();
    receiver.send(next.job, () => {});
  }

  /** Ends the first job, without a last message if the process ended. */
  function finish(last?: Message): void {
    if (last === undefined) stop();
    const finished = closed ? pending.splice(0) : pending.splice(0, 1);
    if (pending.length > 0) sendNext();
    else if (child) {
      release(child);
      if (idleSeconds !== undefined) idle = setTimeout(stop, idleSeconds * 1000).unref();
    }
    for (const { resolve } of finished) resolve(last);
  }

  /** Rejects all jobs because the process cannot be started; the next job tries again. */
  function fail(reason: unknown): void {
    stop();
    for (const { reject } of pending.splice(0)) reject(reason);
  }

  return {
    run: (job, onMessage) =>
      new Promise((resolve, reject) => {
        if (closed) return resolve(undefined);
        pending.push({ job, onMessage, resolve, reject });
        if (pending.length === 1) sendNext();
      }),
    start() {
      if (closed || child) return;
      try {
        release(runningChild());
      } catch {
        // The first job reports it.
      }
    },
    close() {
      closed = true;
      finish();
    },
  };
}

/** Lets this process end while the child has no job. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Throws, or calls `onEnd` soon, if the system cannot start another process (`ENOMEM`, `EAGAIN`, `EMFILE`). */
function startProgram(
  program: string,
  seconds: number,
  execArgv: string[],
  onEnd: (failure?: Error) => void,
): ChildProcess {
  const child = fork(program, [String(seconds)], {
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Without a listener a child that cannot be started or ended would end this process.
  child.on('error', (error) => {
    // A child that failed to start emits no exit event.
    if (child.pid === undefined) onEnd(error);
  });
  child.once('exit', () => onEnd());
  try {
    // The child never has a higher priority than this process.
    if (child.pid) setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Some systems refuse this: the child then has the priority of this process.
  }
  return child;
}
