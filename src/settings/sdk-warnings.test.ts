import { expect, test, vi } from 'vitest';
import { quietSdkWarnings } from './sdk-warnings.ts';

test('logs each SDK warning once, its version notice never, and other warnings every time', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  quietSdkWarnings();
  quietSdkWarnings();
  for (let response = 0; response < 3; response++) {
    console.warn('Warning: The current SDK is built for Appwrite 2.0.0');
    console.warn('Warning: This route goes away.');
    console.warn('The backend is not responding.');
  }
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    'Warning: This route goes away.',
    ...Array(3).fill('The backend is not responding.'),
  ]);
});
