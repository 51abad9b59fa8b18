import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { start, temporaryFolder } from './programs.ts';

/** Bytes that nginx serves at a path, with these headers added to its own. */
export interface ServedFile {
  path: string;
  bytes: Uint8Array;
  headers: Record<string, string>;
}

/** Headers that nginx sets itself, or that apply to a single connection or moment. */
const nginxHeaders = /^(content-length|content-type|date|connection|keep-alive|etag|last-modified)$/i;

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('$', '')}"`;

/**
 * Starts nginx with one worker, tuned as its manual recommends for static files: sendfile, cached open files, no access log,
 * long-lived connections. Other paths are passed to the site.
 */
export async function startNginx(
  files: readonly ServedFile[],
  { siteUrl, core }: { siteUrl: string; core?: number },
) {
  const [port, folder] = [await freePort(), temporaryFolder()];
  const locations = files.map(({ path, bytes, headers }, index) => {
    const file = join(folder, `file-${index}`);
    writeFileSync(file, bytes);
    const lines = Object.entries(headers)
      .filter(([name]) => !nginxHeaders.test(name))
      .map(([name, value]) => `add_header ${name} ${quote(value)};`);
    const type = headers['content-type'] ?? 'application/octet-stream';
    return `location = ${quote(path)} { alias ${file}; default_type ${quote(type)}; ${lines.join(' ')} }`;
  });
  const buffers = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr notice;
events { worker_connections 4096; }
http {
  ${buffers.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_timeout 65s; keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=10m; open_file_cache_valid 10m;
  types {}
  server {
    listen 127.0.0.1:${port} backlog=1024;
    ${locations.join('\n    ')}
    location / { proxy_pass ${siteUrl}; proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; }
  }
}
`,
  );
  const command = ['nginx', '-c', configuration, '-e', 'stderr'];
  const nginx = start(command, { core, ready: /start worker process \d+/ });
  await nginx.ready;
  return { url: `http://127.0.0.1:${port}`, stop: nginx.stop };
}

/** Returns the version that nginx prints, such as `nginx/1.22.1`. */
export const nginxVersion = (): string =>
  /nginx\/[\d.]+/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr)?.[0] ?? 'nginx';
