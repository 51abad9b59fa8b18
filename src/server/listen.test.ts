import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { listeningFailure } from './listen.ts';
import { messagesIn } from './messages/messages-in.ts';

test('a port that is taken is told in the language of the owner, with what to do', async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const [error] = await once(createServer().listen(port, 'localhost'), 'error').catch((thrown) => [thrown]);
  other.close();
  for (const language of ['en', 'ar'] as const) {
    const { message } = listeningFailure(error, { host: 'localhost', port }, messagesIn(language));
    expect(message).toContain(`PORT=${port + 1} npm start`);
  }
});

test('an error that nobody foresaw stays as it is', () => {
  const error = new Error('unknown');
  expect(listeningFailure(error, { host: 'localhost', port: 1 }, messagesIn('en'))).toBe(error);
});
