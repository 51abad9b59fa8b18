import { startTimeLimit } from './time-limit.ts';

/** Sends a message to the parent process; waiting for the system to accept it does not count as CPU time. */
export type Send<News> = (news: News) => Promise<void>;

export interface OrderContext<News> {
  send: Send<News>;
  /** Waits outside the step's time limit, such as for a rest. */
  pause<T>(wait: () => Promise<T>): Promise<T>;
}

/**
 * Processes the parent's orders one at a time. A step lasts from one message to the next; this process ends if a step exceeds its
 * CPU limit or is stuck, if an order throws, or if the parent ends.
 */
export async function serveOrders<Order, News>(
  carryOut: (order: Order, context: OrderContext<News>) => Promise<News>,
): Promise<void> {
  process.once('disconnect', () => process.exit());
  const limit = await startTimeLimit(Number(process.argv[2]));
  const pause: OrderContext<News>['pause'] = async (wait) => {
    limit.endStep();
    const result = await wait();
    limit.beginStep();
    return result;
  };
  // Messages leave only when the event loop turns, which a long step prevents; so each is sent before the next step.
  const sendNow = (news: News) => new Promise<void>((resolve) => process.send?.(news, () => resolve()));
  const send: Send<News> = (news) => pause(() => sendNow(news));

  async function serve(order: Order): Promise<void> {
    limit.beginStep();
    const last = await carryOut(order, { send, pause });
    limit.endStep();
    await sendNow(last);
  }

  let queue = Promise.resolve();
  process.on('message', (order: Order) => {
    queue = queue.then(() => serve(order)).catch(() => process.exit(1));
  });
}
