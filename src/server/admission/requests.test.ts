import { describe, expect, test } from 'vitest';
import { parseTrustProxy } from '#settings/trust-proxy.ts';
import { createClientAddress } from './requests.ts';

const addressOf = (trustProxy: string, remoteAddress: string, forwardedFor?: string) =>
  createClientAddress(parseTrustProxy(trustProxy) ?? 'off')({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  });

describe('the client address of a request', () => {
  test.each([
    // [TRUST_PROXY, peer address, X-Forwarded-For, client address]
    ['off', '203.0.113.9', undefined, '203.0.113.9'],
    ['off', '203.0.113.9', '127.0.0.1', '203.0.113.9'],
    ['off', '127.0.0.1', '198.51.100.7', '127.0.0.1'],
    ['off', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['1', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['1', '127.0.0.1', '127.0.0.1, 198.51.100.7', '198.51.100.7'],
    ['2', '10.0.0.1', 'made up, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['2', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['1', '127.0.0.1', undefined, '127.0.0.1'],
    ['1', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '192.0.2.1, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.9', '127.0.0.1', '203.0.113.9'],
    ['127.0.0.1, 10.0.0.0/8,fd00::/8', '::ffff:127.0.0.1', '192.0.2.1, 10.1.2.3', '192.0.2.1'],
    ['10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['::1,fd00::/8', '::1', '2001:db8:1:2:3:4:5:6, fd00::7', '2001:db8:1'],
  ] as [string, string, string | undefined, string][])(
    '%s, %s, %j: %s',
    (trustProxy, peer, header, address) => {
      expect(addressOf(trustProxy, peer, header)).toBe(address);
    },
  );

  test('is the /48 of an IPv6 address', () => {
    const spellings = [
      '2001:db8:1:2::1',
      '2001:db8:1:ffff::',
      '2001:0db8:0001:0000:0:0:0:9',
      '2001:db8:1::2:3:4:5%eth0',
    ];
    expect(new Set(spellings.map((address) => addressOf('off', address)))).toEqual(new Set(['2001:db8:1']));
    expect(addressOf('off', '2001:db8:2::1')).toBe('2001:db8:2');
    expect(addressOf('off', '::1')).toBe('0:0:0');
  });
});

describe('TRUST_PROXY', () => {
  test.each([
    ['', 'off'],
    ['off', 'off'],
    ['1', 1],
    ['12', 12],
  ])('%j is %j', (text, trust) => expect(parseTrustProxy(text)).toEqual(trust));

  test.each([
    '0',
    '-1',
    'on',
    'true',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '1,,2',
    '::1/129',
  ])('%j is invalid', (text) => expect(parseTrustProxy(text)).toBeUndefined());
});
