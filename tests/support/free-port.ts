import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Makes a server listen on a port that no other program uses. Returns the address, such as `http://localhost:40123`. */
export async function listenOnFreePort(server: Server, host = '127.0.0.1'): Promise<string> {
  await once(server.listen(0, host), 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Returns a port that no program of this machine uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listenOnFreePort(server));
  server.close();
  await once(server, 'close');
  return Number(port);
}
