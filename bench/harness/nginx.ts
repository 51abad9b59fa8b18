import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startUntilReady } from './processes.ts';

/** Bytes that nginx serves at a path, with these headers added to its own. */
export interface ServedFile {
  path: string;
  bytes: Uint8Array;
  headers: Record<string, string>;
}

export interface Nginx {
  url: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port was given');
  return address.port;
}

/** Headers that nginx sets itself, or that belong to one connection or moment. */
const nginxHeaders = new Set([
  'content-length',
  'content-type',
  'date',
  'connection',
  'keep-alive',
  'etag',
  'last-modified',
]);

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('$', '')}"`;

function location(folder: string, { path, bytes, headers }: ServedFile, index: number): string {
  const file = join(folder, `file-${index}`);
  writeFileSync(file, bytes);
  const lines = Object.entries(headers)
    .filter(([name]) => !nginxHeaders.has(name.toLowerCase()))
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`);
  const type = headers['content-type'] ?? 'application/octet-stream';
  return `location = ${quoted(path)} { alias ${file}; default_type ${quoted(type)}; ${lines.join(' ')} }`;
}

/**
 * Starts nginx with one worker, tuned as its manual says for static files: sendfile, cached open files, no log, long
 * connections. `proxied` passes paths with this prefix to another server.
 */
export async function startNginx(
  folder: string,
  files: readonly ServedFile[],
  { core, proxied }: { core?: number; proxied?: { path: string; to: string } } = {},
): Promise<Nginx> {
  const port = await freePort();
  mkdirSync(join(folder, 'temp'), { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp')};`,
  );
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr notice;
events { worker_connections 4096; }
http {
  ${temporary.join('\n  ')}
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_timeout 65s; keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=10m; open_file_cache_valid 10m;
  types {}
  server {
    listen 127.0.0.1:${port} backlog=1024;
    ${files.map((file, index) => location(folder, file, index)).join('\n    ')}
    ${proxied ? `location ${proxied.path} { proxy_pass ${proxied.to}; proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; }` : ''}
  }
}
`,
  );
  const child = await startUntilReady(['nginx', '-c', configuration, '-e', 'stderr'], {
    ...(core === undefined ? {} : { core }),
    ready: /start worker process \d+/,
  });
  return { url: `http://127.0.0.1:${port}`, stop: child.stop };
}
