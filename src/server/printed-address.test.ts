import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { printedAddress } from './printed-address.ts';

test('a printed page says where the site is, in letters and as a picture that holds the whole address', () => {
  const { picture, address, asset } = printedAddress('https://example.org');
  expect(address).toBe('example.org');
  expect(picture).toBe(asset.path);
  const { size } = encode('https://example.org', { border: 0 });
  expect(String(asset.bytes)).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${size * 10} ${size * 10}"`));
});

test('the picture has an address of its own for each site', () => {
  const [one, other] = ['https://example.org', 'https://example.net'].map(printedAddress);
  expect(one?.asset.path).not.toBe(other?.asset.path);
});
