import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { onCore } from './child.ts';

export interface Load {
  requestsPerSecond: number;
  bytesPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

const run = promisify(execFile);
const scale: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };
const bytes: Record<string, number> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };

function milliseconds(output: string, share: string): number {
  const [, number, unit = ''] = new RegExp(`^\\s*${share}%\\s+([\\d.]+)(us|ms|s|m)$`, 'm').exec(output) ?? [];
  return Number(number) * (scale[unit] ?? Number.NaN);
}

export interface LoadOptions {
  core: number;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
}

/** Loads one address from one core over keep-alive connections. Throws if any response failed. */
export async function load(url: string, { core, seconds, connections, headers }: LoadOptions): Promise<Load> {
  const said = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const [program = '', ...args] = onCore(core, [
    'wrk',
    '--latency',
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    '--timeout',
    '10s',
    ...said,
    url,
  ]);
  const { stdout } = await run(program, args);
  if (/Non-2xx|Socket errors/.test(stdout))
    throw new Error(`Not every request to ${url} succeeded:\n${stdout}`);
  const [, amount, unit = ''] = /^Transfer\/sec:\s+([\d.]+)(B|KB|MB|GB)$/m.exec(stdout) ?? [];
  return {
    requestsPerSecond: Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1]),
    bytesPerSecond: Number(amount) * (bytes[unit] ?? Number.NaN),
    p50: milliseconds(stdout, '50'),
    p99: milliseconds(stdout, '99'),
  };
}
