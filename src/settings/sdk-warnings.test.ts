import { expect, test, vi } from 'vitest';
import { quietSdkWarnings } from './sdk-warnings.ts';

test('a warning of the SDK is said once, that of its version never, others as often as they come', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  quietSdkWarnings();
  quietSdkWarnings();
  for (let answer = 0; answer < 3; answer++) {
    console.warn('Warning: The current SDK is built for Appwrite 2.0.0');
    console.warn('Warning: This route goes away.');
    console.warn('The backend does not answer.');
  }
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    'Warning: This route goes away.',
    ...Array(3).fill('The backend does not answer.'),
  ]);
});
