import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** A program of its own that carries out orders; one that hangs or breaks takes nothing else along. */
export interface AskedProcess<Order, News> {
  /**
   * Hears what it answers to an order until the last, and resolves with that; with undefined when it died or fell silent, and is
   * gone. Rejects when it cannot be started. Orders are carried out one after the other.
   */
  ask(order: Order, hear?: (news: News) => void): Promise<News | undefined>;
  /** Starts it before the first order. */
  begin(): void;
  close(): void;
}

export interface AskedProcessOptions<News> {
  /** The file of the program. */
  program: string;
  /** How long it may be silent: of the processor's time where the system tells it, so that a busy machine is not its fault. */
  seconds: number;
  isLast(news: News): boolean;
  /** What its JavaScript may take. */
  heapMegabytes?: number;
  /** What is set apart for what lives shortly, from the start; it grows as V8 likes when left out. */
  youngMegabytes?: number;
  /** Seconds without an order after which it goes and gives its memory back; it stays when left out. */
  idleSeconds?: number;
  /** It works on one order after the other by itself: it is told the next before it is done, and does not wait for it. */
  ahead?: boolean;
}

interface Asked<Order, News> {
  order: Order;
  hear: ((news: News) => void) | undefined;
  end(last?: News): void;
  fail(reason: unknown): void;
  /** Which process knows it. */
  told?: ChildProcess;
}

/** Makes a process, which starts with the first order or when it is told to, and again after one that it did not survive. */
export function createAskedProcess<Order extends object, News>({
  program,
  seconds,
  isLast,
  idleSeconds,
  ahead = false,
  heapMegabytes = 96,
  youngMegabytes,
}: AskedProcessOptions<News>): AskedProcess<Order, News> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let watch: Watch | undefined;
  /** The first is carried out. */
  const orders: Asked<Order, News>[] = [];
  // What an order makes is gone with it. After a slow moment V8 would guess that it stays, and collect it far too late.
  const flags = [`--max-old-space-size=${heapMegabytes}`, '--no-allocation-site-pretenuring'];
  if (youngMegabytes) flags.push(`--min-semi-space-size=${youngMegabytes}`);

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function started(): ChildProcess {
    if (child) return child;
    const made = start(program, flags, (failure) => {
      if (child !== made) return;
      if (failure) fail(failure);
      else end();
    });
    made.on('message', (news: News) => {
      if (child !== made) return;
      watch?.heard();
      orders[0]?.hear?.(news);
      if (isLast(news)) end(news);
    });
    child = made;
    return made;
  }

  function tell(): void {
    clearTimeout(idle);
    let asked: ChildProcess;
    try {
      asked = started();
    } catch (error) {
      fail(error);
      return;
    }
    // Why it could not be started is told in a moment.
    if (asked.pid === undefined) return;
    asked.ref();
    asked.channel?.ref();
    for (const one of orders.slice(0, ahead ? 2 : 1)) {
      if (one.told === asked) continue;
      one.told = asked;
      asked.send(one.order, () => {});
    }
    watch ??= watchSilence(asked, seconds, end);
  }

  /** Of the first order; without news where the process died or is given up. */
  function end(last?: News): void {
    watch?.end();
    watch = undefined;
    if (last === undefined) stop();
    const ended = closed ? orders.splice(0) : orders.splice(0, 1);
    if (orders.length > 0) tell();
    else if (child) {
      release(child);
      if (idleSeconds !== undefined) idle = setTimeout(stop, idleSeconds * 1000).unref();
    }
    for (const one of ended) one.end(last);
  }

  /** It cannot be started, which is the fault of no order: all that wait are told, and the next one has it tried again. */
  function fail(reason: unknown): void {
    stop();
    for (const one of orders.splice(0)) one.fail(reason);
  }

  return {
    ask: (order, hear) =>
      new Promise((resolve, reject) => {
        if (closed) return resolve(undefined);
        orders.push({ order, hear, end: resolve, fail: reject });
        tell();
      }),
    begin() {
      if (closed || child) return;
      try {
        release(started());
      } catch {
        // Whoever asks is told.
      }
    },
    close() {
      closed = true;
      end();
    },
  };
}

interface Watch {
  heard(): void;
  end(): void;
}

/** Gives up a process that is silent for so many seconds. */
function watchSilence(asked: ChildProcess, seconds: number, giveUp: () => void): Watch {
  let silence: NodeJS.Timeout | undefined;
  // Most news come faster than this: what it has taken by then is not asked for each of them.
  const pause = setTimeout(() => {
    const before = processorSeconds(asked);
    let seen = 0;
    silence = setTimeout(() => {
      const taken = processorSeconds(asked) - before;
      // It works, and has not had its time yet.
      if (taken > seen && taken < most * seconds) silence?.refresh();
      else giveUp();
      seen = taken;
    }, 990 * seconds);
  }, 10 * seconds);
  return {
    heard() {
      clearTimeout(silence);
      pause.refresh();
    },
    end() {
      clearTimeout(silence);
      clearTimeout(pause);
    },
  };
}

/** Nobody waits for a process that has no order. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Of its time, what a process that nothing holds up has taken when that is over. */
const most = 0.9;

/** What a process has taken of the processor (Linux: proc(5), in hundredths); not a number where the system does not tell. */
function processorSeconds({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** Throws, or tells soon, why it cannot be started, as when the system has no room for a process (`ENOMEM`, `EAGAIN`, `EMFILE`). */
function start(program: string, execArgv: string[], onEnd: (failure?: Error) => void): ChildProcess {
  const child = fork(program, {
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Without a listener one that cannot be started or ended would end this process.
  child.on('error', (error) => {
    // One that was not started has no exit.
    if (child.pid === undefined) onEnd(error);
  });
  child.once('exit', () => onEnd());
  try {
    // It is never more urgent than who asks.
    if (child.pid) setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Some systems do not allow it: then it is no less urgent than the site.
  }
  return child;
}
