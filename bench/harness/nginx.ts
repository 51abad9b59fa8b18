import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startChild } from './child.ts';

/** Bytes nginx is to answer at a path, with these headers beside its own. */
export interface ServedFile {
  path: string;
  bytes: Uint8Array;
  headers: Record<string, string>;
}

export interface Nginx {
  url: string;
  /** The same over TLS and HTTP/2, where a line was given. */
  secureUrl: string;
  stop(): Promise<void>;
}

/** A key and a certificate of its own for an address. */
function certificateFor(folder: string, address: string): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', `/CN=${address}`, '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return { key, certificate };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port was given');
  return address.port;
}

/** What nginx says by itself, or what belongs to one connection or moment. */
const itsOwn = new Set([
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
    .filter(([name]) => !itsOwn.has(name.toLowerCase()))
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`);
  const type = headers['content-type'] ?? 'application/octet-stream';
  return `location = ${quoted(path)} { alias ${file}; default_type ${quoted(type)}; ${lines.join(' ')} }`;
}

/**
 * Starts nginx with one worker, tuned as its manual says for static files: sendfile, open files kept, no log, no end of
 * a connection. `proxied` hands paths that begin like one of its own on to another server, `secure` is a further address to listen
 * at, with TLS and HTTP/2.
 */
export async function startNginx(
  folder: string,
  files: readonly ServedFile[],
  { core, proxied, secure }: { core?: number; proxied?: { path: string; to: string }; secure?: string } = {},
): Promise<Nginx> {
  const port = await freePort();
  mkdirSync(join(folder, 'temp'), { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp')};`,
  );
  const securePort = await freePort();
  const { key, certificate } = secure ? certificateFor(folder, secure) : {};
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
    ${secure ? `listen ${secure}:${securePort} ssl http2; ssl_certificate ${certificate}; ssl_certificate_key ${key}; ssl_buffer_size 4k;` : ''}
    ${files.map((file, index) => location(folder, file, index)).join('\n    ')}
    ${proxied ? `location ${proxied.path} { proxy_pass ${proxied.to}; proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; }` : ''}
  }
}
`,
  );
  const child = await startChild(['nginx', '-c', configuration, '-e', 'stderr'], {
    ...(core === undefined ? {} : { core }),
    ready: /start worker process \d+/,
  });
  const secureUrl = `https://${secure}:${securePort}`;
  return { url: `http://127.0.0.1:${port}`, secureUrl, stop: child.stop };
}
