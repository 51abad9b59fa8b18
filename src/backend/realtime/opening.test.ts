import { expect, it } from 'vitest';
import { urlSubscriptions } from './opening.ts';

const read = (search: string) => urlSubscriptions(new URLSearchParams(search));

it('is none for a socket that will subscribe by message (SDK 25 and newer)', () => {
  expect(read('project=p')).toEqual([]);
});

it('is one without a number for channels alone (SDK 22.0 and older)', () => {
  expect(read('channels[]=files&channels[]=rows&channels[2]=documents')).toEqual([
    { slot: undefined, channels: ['files', 'rows', 'documents'], queries: [] },
  ]);
});

it('is one for each slot, with its own channels and queries (SDK 22.1 to 24)', () => {
  const search = 'channels[]=a&channels[]=b&a[1][]=q1&a[1][]=q2&b[1][]=q1&b[1][]=q2&b[2][]=q3&x[3][]=q4';
  expect(read(search)).toEqual([
    { slot: '1', channels: ['a', 'b'], queries: ['q1', 'q2'] },
    { slot: '2', channels: ['b'], queries: ['q3'] },
  ]);
});
