import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { clientAddress, isLoopback } from './client-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

it.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', 'spoofed, 198.51.100.1', '198.51.100.1'],
  ['::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::1', undefined, '2001:db8:1:2'],
  ['2001:db8::1', undefined, '2001:db8:0:0'],
  ['::ffff:203.0.113.7', undefined, '::ffff:203.0.113.7'],
])('%s forwarding %s is counted as %s', (peer, forwarded, counted) => {
  expect(clientAddress(request(peer, forwarded))).toBe(counted);
});

it.each([
  ['127.0.0.1', true],
  ['::ffff:127.8.9.1', true],
  ['::1', true],
  ['203.0.113.7', false],
  ['127.0.0.1.example', false],
  ['2001:db8:1:2', false],
])('%s is this machine: %s', (address, own) => {
  expect(isLoopback(address)).toBe(own);
});
