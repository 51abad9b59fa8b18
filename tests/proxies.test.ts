import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { isRealtime } from '#backend/realtime/realtime.ts';
import { createAdmission } from '#server/admission/admission.ts';
import { type RunningBackend, startBackend } from './support/backend.ts';
import { uploadFile } from './support/clients.ts';
import { freePort, listenOnFreePort } from './support/free-port.ts';
import { samplePdf } from './support/sample-pdf.ts';
import { createSharedFolder } from './support/temporary-folder.ts';

const missingPrograms = ['nginx', 'caddy', 'openssl'].filter(
  (program) => spawnSync(program, [program === 'nginx' ? '-v' : 'version']).error !== undefined,
);
const docs = readFileSync('docs/installation.md', 'utf8');
/** Returns the first code block of the installation guide that matches a pattern; empty if none does. */
const findBlock = (pattern: RegExp) =>
  [...docs.matchAll(/```\w*\n([\s\S]*?)```/g)]
    .map(([, text = '']) => text)
    .find((text) => pattern.test(text)) ?? '';

// Without the programs no test runs, so no hook would remove a folder.
const folder = missingPrograms.length > 0 ? '' : createSharedFolder();
let backend: RunningBackend;
let admission: ReturnType<typeof createAdmission>;
let site: Server;
let siteHost: string;
const pdf = samplePdf('Lesson', 9000);

/** Starts a backend with one PDF behind an admission that trusts one proxy; `/address` returns the client's address. */
beforeAll(async () => {
  if (missingPrograms.length > 0) return;
  const certificate = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem'), '-days', '1'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate, ...name]);
  backend = await startBackend();
  await uploadFile(backend.endpoint, 'lesson', new File([pdf], 'lesson.pdf'));
  admission = createAdmission({ trustProxy: 1, concurrency: 1, headers: {} });
  site = createServer(admission.options);
  admission.guard(site, {
    respond(incoming, outgoing, client) {
      if (incoming.url === '/address') return outgoing.end(client.address);
      void client.admit(async () => {
        const { origin } = new URL(backend.endpoint);
        const { range } = incoming.headers;
        const response = await fetch(origin + incoming.url, { headers: range ? { range } : {} });
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      });
    },
    isLive: isRealtime,
    openLive: backend.backend.handleUpgrade,
  });
  siteHost = new URL(await listenOnFreePort(site)).host;
});
afterAll(async () => {
  if (!backend) return;
  admission.close();
  site.close().closeAllConnections();
  await backend.stop();
});

function startNginx(port: number): ChildProcess {
  const block = findBlock(/proxy_pass/)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace(
      /# ssl_certificate.*/,
      `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;`,
    )
    .replaceAll('127.0.0.1:3000', siteHost);
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, 'nginx.conf');
  const globalDirectives = `daemon off; pid ${folder}/nginx.pid; error_log stderr crit; events {}`;
  writeFileSync(file, `${globalDirectives} http { access_log off; ${temporaryPaths.join(' ')}\n${block}\n}`);
  return spawn('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function startCaddy(port: number): ChildProcess {
  const block = findBlock(/reverse_proxy/)
    .replace('example.org {', `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
    .replace('localhost:3000', siteHost);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${block}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env });
}

/** Sends a GET request through the proxy over TLS, from an address of this machine. */
function sendThroughProxy(port: number, path: string, headers = {}, localAddress = '127.0.0.1') {
  const ca = readFileSync(join(folder, 'cert.pem'));
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>();
  request({ port, path, headers, ca, localAddress, host: 'localhost', family: 4 }, async (response) => {
    resolve({ status: response.statusCode ?? 0, body: Buffer.concat(await response.toArray()) });
  })
    .on('error', reject)
    .end();
  return promise;
}

describe.skipIf(missingPrograms.length > 0)(
  `behind a proxy configured as documented${missingPrograms.length > 0 ? ` (${missingPrograms.join(', ')} missing here)` : ''}`,
  () => {
    test.each([
      ['nginx', startNginx],
      ['Caddy', startCaddy],
    ])(
      '%s passes requests, ranges, live connections and the visitor’s address, over TLS',
      async (_, start) => {
        const port = await freePort();
        const proxy = start(port);
        try {
          const fetchStatus = () => sendThroughProxy(port, '/address').then(({ status }) => status);
          await expect.poll(() => fetchStatus().catch(() => 0)).toBe(200);

          const fetchClientAddress = (headers = {}) =>
            sendThroughProxy(port, '/address', headers, '127.0.0.7').then(({ body }) => body.toString());
          expect(await fetchClientAddress()).toBe('127.0.0.7');
          expect(await fetchClientAddress({ 'X-Forwarded-For': '9.9.9.9' })).toBe('127.0.0.7');

          const address = '/v1/storage/buckets/pdfs/files/lesson/view?project=minbar';
          const completeResponse = await sendThroughProxy(port, address);
          expect(completeResponse.body.equals(pdf)).toBe(true);
          const part = await sendThroughProxy(port, address, { Range: 'bytes=100-199' });
          expect([part.status, part.body.equals(pdf.subarray(100, 200))]).toEqual([206, true]);

          const channels = 'project=minbar&channels[]=databases.library.tables.files.rows';
          const socket = new WebSocket(`wss://localhost:${port}/v1/realtime?${channels}`, {
            ca: readFileSync(join(folder, 'cert.pem')),
            family: 4,
          });
          const [message] = await once(socket, 'message');
          expect(JSON.parse(String(message)).type).toBe('connected');
          socket.terminate();
        } finally {
          if (proxy.exitCode === null && proxy.kill()) await once(proxy, 'exit');
        }
      },
    );
  },
);
