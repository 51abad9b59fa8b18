import type { Server } from 'node:http';
import type { Config } from '#settings/config.ts';
import { listeningFailure } from './listening-failure.ts';
import type { Messages } from './messages/en.ts';

/** Has a server listen where the settings say. Answers the address to show: a host that means every address is reached as localhost. */
export async function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  say: Messages,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(listeningFailure(error, { host, port }, say)),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${actual}`;
}
