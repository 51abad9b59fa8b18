import { expect, test, vi } from 'vitest';
import type { RequestContext } from '#http/request-context.ts';
import { coalesceWork } from './coalesced-work.ts';

interface Turn {
  address: string;
  isWanted(): boolean;
  come(): Promise<void>;
  refuse(): void;
}

/** A line in which everybody waits until the test says whose turn it is. */
function makeLine() {
  const turns: Turn[] = [];
  const coalesced = coalesceWork<string>(
    ({ address }, work, isWanted) =>
      new Promise((resolve, reject) => {
        const come = () => work().then(resolve);
        turns.push({ address, isWanted, come, refuse: () => reject(new Error('refused')) });
      }),
  );
  const client = (address: string, isHere = () => true) =>
    ({ address, isConnected: isHere }) as RequestContext;
  return { turns, coalesced, client };
}

test('what several want is made once, in one place of each address, and given to all', async () => {
  const { turns, coalesced, client } = makeLine();
  const make = vi.fn(async () => 'made');
  const asked = ['a', 'a', 'a', 'b'].map((address) => coalesced.make('page', make, client(address)));
  expect(turns.map(({ address }) => address)).toEqual(['a', 'b']);
  await turns[1]?.come();
  expect(await Promise.all(asked)).toEqual(['made', 'made', 'made', 'made']);
  // The other place is of no use any more.
  expect(turns[0]?.isWanted()).toBe(false);
  await turns[0]?.come();
  expect(make).toHaveBeenCalledTimes(1);
});

test('who waits in another place is given it too, though the place is taken away as soon as the making begins', async () => {
  const { turns, coalesced, client } = makeLine();
  const making = Promise.withResolvers<string>();
  const asked = ['a', 'b'].map((address) => coalesced.make('page', () => making.promise, client(address)));
  void turns[0]?.come();
  turns[1]?.refuse();
  // What is refused has been heard of by then.
  await expect(Promise.reject(new Error('later'))).rejects.toThrow('later');
  making.resolve('made');
  expect(await Promise.all(asked)).toEqual(['made', 'made']);
});

test('a place is wanted for as long as one who asked is there', () => {
  const { turns, coalesced, client } = makeLine();
  let here = [true, true];
  for (const at of [0, 1])
    coalesced.make(
      'page',
      async () => '',
      client('a', () => here[at] ?? false),
    );
  here = [false, true];
  expect(turns[0]?.isWanted()).toBe(true);
  here = [false, false];
  expect(turns[0]?.isWanted()).toBe(false);
});

test('who is refused is told, others go on waiting, and who comes again has a new place', async () => {
  const { turns, coalesced, client } = makeLine();
  const one = coalesced.make('page', async () => 'made', client('a'));
  const other = coalesced.make('page', async () => 'made', client('b'));
  turns[0]?.refuse();
  await expect(one).rejects.toThrow('refused');
  const again = coalesced.make('page', async () => 'made', client('a'));
  expect(turns).toHaveLength(3);
  await turns[2]?.come();
  expect([await other, await again]).toEqual(['made', 'made']);
});

test('what fails, fails for all who wait, and is tried again by the next', async () => {
  const { turns, coalesced, client } = makeLine();
  const asked = ['a', 'b'].map((address) =>
    coalesced.make('page', () => Promise.reject(new Error('broken')), client(address)),
  );
  void turns[0]?.come();
  for (const one of asked) await expect(one).rejects.toThrow('broken');
  const next = coalesced.make('page', async () => 'made', client('a'));
  await turns.at(-1)?.come();
  expect(await next).toBe('made');
});
