import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PictureNews, PictureOrder } from './picture-order.ts';

/** Makes pictures in a process of its own, which gives way to pages. Use it for one picture at a time. */
export interface PictureProcess {
  /** The picture, or a plain cover when none can be made within the time. */
  paint(order: PictureOrder): Promise<PictureNews>;
  close(): Promise<void>;
}

/** By its name, not by where this text stands: the built server stands elsewhere. */
const program = fileURLToPath(import.meta.resolve('#backend/storage/picture-child.ts'));

const mostSeconds = 15;
/** Drawing takes a hundred megabytes: they are given back with the process. */
const idleSeconds = 20;

function start(): ChildProcess {
  const child = fork(program, { serialization: 'advanced', stdio: 'ignore' });
  try {
    setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not allow it: then pictures are no less urgent than pages.
  }
  return child;
}

/** Makes a picture process; it starts with the first picture and goes away when there is nothing more to draw. */
export function createPictureProcess(): PictureProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = child;
    child = undefined;
    if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return;
    stopped.kill('SIGKILL');
    await once(stopped, 'exit');
  }

  async function ask(order: PictureOrder): Promise<PictureNews> {
    clearTimeout(idle);
    child ??= start();
    const asked = child;
    asked.ref();
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), mostSeconds * 1000);
    const end = () => over.abort();
    asked.once('exit', end);
    try {
      asked.send(order, () => {});
      const [news] = await once(asked, 'message', { signal: over.signal });
      return news as PictureNews;
    } catch (error) {
      // Out of time, or out of memory: the process is not to be trusted with another picture.
      await stop();
      throw error;
    } finally {
      clearTimeout(timer);
      asked.off('exit', end);
      asked.unref();
      idle = setTimeout(stop, idleSeconds * 1000).unref();
    }
  }

  return {
    paint: (order) =>
      ask(order).catch(async () => {
        const { picture } = await ask({ ...order, kind: 'cover' });
        return { picture, fault: `it took longer than ${mostSeconds} seconds, or all the memory` };
      }),
    close: stop,
  };
}
