import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { LessonFolder } from '../../library/lesson-folder.ts';
import { startSiteOf } from '../../support/site.ts';

/** Ten packets of 1,460 bytes, which a server may send before the first acknowledgment (RFC 6928). */
const FIRST_FLIGHT_BYTES = 14_600;
const homePages = ['/', '/?lang=ar'];

/** Returns the raw response to a browser's request, with headers. */
function rawResponse(siteUrl: string, path: string): Promise<Buffer> {
  const { hostname, port, host } = new URL(siteUrl);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    const received = Buffer.concat(chunks);
    const bodyStart = received.indexOf('\r\n\r\n') + 4;
    const [, length = Number.NaN] =
      /^content-length: (\d+)/im.exec(received.toString('latin1', 0, bodyStart)) ?? [];
    if (bodyStart < 4 || received.length < bodyStart + Number(length)) return;
    resolve(received);
    socket.destroy();
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The response ended early')));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\r\n`);
  return promise;
}

const etagOf = (response: Buffer) => /^etag: "([^"]+)"/im.exec(response.toString('latin1'))?.[1];

test('the home pages fit into the first flight of packets, from the first response after a start and after a publication', async () => {
  // Uses only the names of the sample's lessons, because the pages do not show their content.
  const library = new URL('../../../content/library', import.meta.url);
  const names = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.pdf'),
  );
  const folder = await LessonFolder.make(Object.fromEntries(names.map((name) => [name, name])));
  const [name = ''] = names;
  const site = await startSiteOf(folder);
  const expectOneFlight = async (path: string) => {
    const response = await rawResponse(site.url, path);
    expect(response.length, path).toBeGreaterThan(5000);
    expect(response.length, path).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
    return etagOf(response);
  };
  try {
    const initialEtags = await Promise.all(homePages.map(expectOneFlight));
    await folder.write(name, 'a new version');
    await folder.write(name.replace(/[^/]+$/, '000 ٠٠٠ new.pdf'), 'new');
    // Checks all responses until both pages are new.
    await expect
      .poll(
        async () =>
          (await Promise.all(homePages.map(expectOneFlight))).filter((tag) => initialEtags.includes(tag)),
        { timeout: 300_000 },
      )
      .toEqual([]);
  } finally {
    await site.stop();
  }
});
