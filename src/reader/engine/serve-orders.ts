import { startTimeLimit } from './time-limit.ts';

/** Sends a message to the parent process; the time until the system has accepted it does not count. */
export type Send<News> = (news: News) => Promise<void>;

export interface OrderContext<News> {
  send: Send<News>;
  /** Does something that takes none of the step's time, such as a rest. */
  pause<T>(wait: () => Promise<T>): Promise<T>;
}

/**
 * Carries out the orders of the parent process, one after the other. A step is what happens between two messages: if it takes more of
 * the processor's time than the parent allows, or is stuck, this process ends. It ends with its parent too, and when an order throws.
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
  // Many messages at once wait for the event loop, which a busy program does not turn: each must have left before the next step.
  const sent = (news: News) => new Promise<void>((resolve) => process.send?.(news, () => resolve()));
  const send: Send<News> = (news) => pause(() => sent(news));

  async function serve(order: Order): Promise<void> {
    limit.beginStep();
    const last = await carryOut(order, { send, pause });
    limit.endStep();
    await sent(last);
  }

  let queue = Promise.resolve();
  process.on('message', (order: Order) => {
    queue = queue.then(() => serve(order)).catch(() => process.exit(1));
  });
}
