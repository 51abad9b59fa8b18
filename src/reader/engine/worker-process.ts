import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';

/** A separate program that processes orders one at a time; if it hangs or crashes, nothing else is affected. */
export interface WorkerProcess<Order, News> {
  /**
   * Resolves with the last message about the order, or with undefined if the process ended first. Rejects if the process cannot
   * be started.
   */
  order(order: Order, onNews?: (news: News) => void): Promise<News | undefined>;
  /** Starts the process before its first order. */
  start(): void;
  close(): void;
}

export interface WorkerProcessOptions<News> {
  /** The program's file, which calls `serveOrders`. */
  program: string;
  /** CPU seconds for a step of an order. */
  seconds: number;
  isLast(news: News): boolean;
  /** Limit of its JavaScript heap, in MB. */
  heapMegabytes?: number;
  /** Initial size of V8's young generation; V8's default if absent. */
  youngMegabytes?: number;
  /** Seconds without an order after which the process ends to free memory; never if absent. */
  idleSeconds?: number;
}

interface Pending<Order, News> {
  order: Order;
  onNews: ((news: News) => void) | undefined;
  resolve(last?: News): void;
  reject(reason: unknown): void;
}

/** Makes a process. It starts with the first order, and again after an order that it did not survive. */
export function createWorkerProcess<Order extends object, News>({
  program,
  seconds,
  isLast,
  idleSeconds,
  heapMegabytes = 96,
  youngMegabytes,
}: WorkerProcessOptions<News>): WorkerProcess<Order, News> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  /** The first one is running. */
  const pending: Pending<Order, News>[] = [];
  // Otherwise V8 assumes after a slow moment that short-lived objects stay, and collects them far too late.
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
    newChild.on('message', (news: News) => {
      if (child !== newChild) return;
      pending[0]?.onNews?.(news);
      if (isLast(news)) finish(news);
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
    // The reason is in its `error` event, which follows.
    if (receiver.pid === undefined) return;
    receiver.ref();
    receiver.channel?.ref();
    receiver.send(next.order, () => {});
  }

  /** Ends the first order, without a last message if the process ended. */
  function finish(last?: News): void {
    if (last === undefined) stop();
    const finished = closed ? pending.splice(0) : pending.splice(0, 1);
    if (pending.length > 0) sendNext();
    else if (child) {
      release(child);
      if (idleSeconds !== undefined) idle = setTimeout(stop, idleSeconds * 1000).unref();
    }
    for (const { resolve } of finished) resolve(last);
  }

  /** Rejects all orders because the process cannot be started; the next order tries again. */
  function fail(reason: unknown): void {
    stop();
    for (const { reject } of pending.splice(0)) reject(reason);
  }

  return {
    order: (order, onNews) =>
      new Promise((resolve, reject) => {
        if (closed) return resolve(undefined);
        pending.push({ order, onNews, resolve, reject });
        if (pending.length === 1) sendNext();
      }),
    start() {
      if (closed || child) return;
      try {
        release(runningChild());
      } catch {
        // The first order reports it.
      }
    },
    close() {
      closed = true;
      finish();
    },
  };
}

/** Lets this process end while the child has no order. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Throws, or calls `onEnd` soon, if the system has no room for a process (`ENOMEM`, `EAGAIN`, `EMFILE`). */
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
