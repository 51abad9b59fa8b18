import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http';
import { promisify } from 'node:util';

/** Number of keep-alive connections. */
const CONNECTIONS = 64;

interface TimedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Bytes as sent; `fetch` would decompress them. */
  bytes: Buffer;
  /** Milliseconds from the request to the last byte. */
  milliseconds: number;
}

export async function send(url: string, options: RequestOptions = {}): Promise<TimedResponse> {
  const startedAt = performance.now();
  const clientRequest = request(url, options).end();
  const [response]: [IncomingMessage] = (await once(clientRequest, 'response')) as [IncomingMessage];
  // A later error also aborts the response, so `toArray` rejects.
  clientRequest.on('error', () => undefined);
  const bytes = Buffer.concat(await response.toArray());
  const { statusCode: status = 0, headers } = response;
  return { status, headers, bytes, milliseconds: performance.now() - startedAt };
}

/** Beginning of addresses that the site does not have, for visitors with wrong links. */
export const WRONG_ADDRESS = '/nowhere/';

/**
 * Sends `count` requests as fast as possible over 64 keep-alive connections, each of which simulates another visitor behind a local proxy.
 * Returns the milliseconds of each request. Rejects if a request fails or gets an error status; for a `WRONG_ADDRESS`, if it does not
 * get 404.
 */
export async function sendMany(
  siteUrl: string,
  count: number,
  pathOf: (index: number) => string,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let next = 0;
  const sendUntilDone = async (_: unknown, visitor: number) => {
    const headers = { 'Accept-Encoding': 'gzip, deflate, br', 'X-Forwarded-For': `10.1.0.${visitor}` };
    while (next < count) {
      const path = pathOf(next++);
      const { status, milliseconds } = await send(siteUrl + path, { agent, headers });
      const isExpected = path.startsWith(WRONG_ADDRESS) ? status === 404 : status < 400;
      if (!isExpected) throw new Error(`${path}: ${status}`);
      times.push(milliseconds);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilDone));
  agent.destroy();
  return times;
}

/** Requests one address with wrk from one core over 64 keep-alive connections. Returns requests per second; rejects if any failed. */
export async function measureLoad(
  url: string,
  { core, seconds, headers }: { core: number; seconds: number; headers: Record<string, string> },
): Promise<number> {
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const options = `-c ${core} wrk -t 1 -c ${CONNECTIONS} -d ${seconds}s --timeout 10s`.split(' ');
  const { stdout } = await promisify(execFile)('taskset', [...options, ...headerOptions, url]);
  if (/Non-2xx|Socket errors/.test(stdout))
    throw new Error(`Not every request to ${url} succeeded:\n${stdout}`);
  return Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1]);
}
