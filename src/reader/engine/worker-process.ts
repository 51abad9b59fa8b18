import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs jobs one at a time in a separate process, whose hangs and crashes do not affect this process. */
export interface WorkerProcess<Job, Message> {
  /**
   * Resolves with the job's last message, or with undefined if the process ended first or is closed. Rejects if the process cannot be
   * started.
   */
  run(job: Job, onMessage?: (message: Message) => void): Promise<Message | undefined>;
  /** Starts the process early, so that the first job does not wait for it. */
  start(): void;
  close(): void;
}

export interface WorkerProcessOptions<Message> {
  /** Path of the program, which calls `serveJobs`; see `childProgramPath`. */
  program: string;
  /** Maximum CPU seconds for a step of a job. */
  seconds: number;
  isLast(message: Message): boolean;
  /** Maximum size of V8's old generation in MB; 96 by default. */
  heapMegabytes?: number;
  /** Initial size in MB of each of V8's two semi-spaces for new objects; V8's default if absent. */
  youngMegabytes?: number;
  /** Seconds without a job after which the process ends to free memory; never if absent. */
  idleSeconds?: number;
}

interface PendingJob<Job, Message> {
  job: Job;
  onMessage: ((message: Message) => void) | undefined;
  resolve(last?: Message): void;
  reject(reason: unknown): void;
}

/** Creates a worker process. It starts with its first job or `start`; if it ends, it starts again with the next job. */
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
  const pending: PendingJob<Job, Message>[] = [];
  // With pretenuring, V8 assumes after a slow moment that short-lived objects survive, and collects them far too late.
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
    // Without a process ID, the child has not started; its `error` event will report the reason.
    if (receiver.pid === undefined) return;
    receiver.ref();
    receiver.channel?.ref();
    receiver.send(next.job, () => {});
  }

  /** Resolves the first job, or all jobs after `close`. Without `last`, ends the process. */
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

  /** Rejects all jobs because the process cannot be started. The next job tries to start it again. */
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
        // The first job tries again and reports the failure.
      }
    },
    close() {
      closed = true;
      finish();
    },
  };
}

/** Allows this process to exit while the child has no job. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/**
 * Starts the program and calls `onEnd` when it ends. If the system cannot start another process (`ENOMEM`, `EAGAIN`, `EMFILE`), throws or
 * soon calls `onEnd` with the error.
 */
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
  // Without this listener, a child that cannot be started or killed would crash this process.
  child.on('error', (error) => {
    // A child that failed to start emits no exit event.
    if (child.pid === undefined) onEnd(error);
  });
  child.once('exit', () => onEnd());
  try {
    // The child has a priority below normal, and never a higher one than this process.
    if (child.pid) setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // If the system refuses, the child has the priority of this process.
  }
  return child;
}

/**
 * Resolves the program of a child process, such as `#reader/pdf-child.ts`, to a path: the source file, or its bundle
 * next to the built server.
 */
export function childProgramPath(source: string): string {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const builtProgram = `../program/${basename(source, '.ts')}.js`;
  return fileURLToPath(isBuilt ? new URL(builtProgram, import.meta.url) : import.meta.resolve(source));
}
