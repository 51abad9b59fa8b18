import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueues } from './queues.ts';
import { createShares } from './shares.ts';

test('three hundred who come at once are all served beside a client that fills the rest of the queue', async () => {
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const { thread } = createQueues(createShares(), 1, () => 0);
  const work = async () => {
    time += 5;
  };
  const served = (address: string) =>
    thread
      .pass(address, work, () => true)
      .then(
        () => true,
        () => false,
      );
  const hostile = Array.from({ length: 1500 }, () => served('hostile'));
  const crowd = Array.from({ length: 300 }, () => served('crowd'));
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([true]));
  // The rest of the queue was the hostile client's, which was refused what did not fit.
  expect((await Promise.all(hostile)).filter(Boolean).length).toBeLessThan(1024);
});
