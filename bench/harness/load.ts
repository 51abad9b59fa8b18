import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import { onCore } from './processes.ts';

export interface Load {
  requestsPerSecond: number;
  /** Times in milliseconds. */
  p99: number;
}

const run = promisify(execFile);
const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Loads one address with wrk from one core over 64 keep-alive connections. Rejects if any response failed. */
export async function load(
  url: string,
  { core, seconds, headers }: { core: number; seconds: number; headers: Record<string, string> },
): Promise<Load> {
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const options = `--latency -t 1 -c 64 -d ${seconds}s --timeout 10s`.split(' ');
  const [program = '', ...args] = onCore(core, ['wrk', ...options, ...headerOptions, url]);
  const { stdout } = await run(program, args);
  if (/Non-2xx|Socket errors/.test(stdout))
    throw new Error(`Not every request to ${url} succeeded:\n${stdout}`);
  const [, number, unit = ''] = /^\s*99%\s+([\d.]+)(us|ms|s|m)$/m.exec(stdout) ?? [];
  return {
    requestsPerSecond: Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1]),
    p99: Number(number) * (milliseconds[unit] ?? Number.NaN),
  };
}

/**
 * Makes `count` visits over 64 keep-alive connections, each as a different visitor behind a local proxy, as fast as possible.
 * Returns the milliseconds of each. Rejects if the site fails or refuses one.
 */
export async function visitMany(
  siteUrl: string,
  count: number,
  pathOf: (index: number) => string,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let next = 0;
  const times: number[] = [];
  const visit = (path: string, visitor: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'Accept-Encoding': 'gzip, deflate, br', 'X-Forwarded-For': `10.1.0.${visitor}` };
      request(siteUrl + path, { agent, headers }, (response) => {
        const { statusCode = 500 } = response;
        const failed = statusCode >= 500 || statusCode === 429;
        response.resume();
        response.once('end', () => (failed ? reject(new Error(`${path}: ${statusCode}`)) : resolve()));
        response.once('error', reject);
      })
        .once('error', reject)
        .end();
    });
  const visitUntilDone = async (_: unknown, visitor: number) => {
    while (next < count) {
      const start = performance.now();
      await visit(pathOf(next++), visitor);
      times.push(performance.now() - start);
    }
  };
  try {
    await Promise.all(Array.from({ length: 64 }, visitUntilDone));
  } finally {
    agent.destroy();
  }
  return times;
}
