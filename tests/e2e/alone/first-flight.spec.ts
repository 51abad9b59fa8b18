import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { LessonFolder } from '../../library/lesson-folder.ts';
import { startSiteOf } from '../../support/site.ts';

/** Ten packets of 1,460 bytes, which a server may send before the first acknowledgment (RFC 6928). */
const oneFlight = 14_600;
const homePages = ['/', '/?lang=ar'];

/** Bytes on the wire for one request of a browser. */
function answerTo(siteUrl: string, path: string): Promise<Buffer> {
  const { hostname, port, host } = new URL(siteUrl);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect(Number(port), hostname);
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    const come = Buffer.concat(pieces);
    const head = come.indexOf('\r\n\r\n') + 4;
    const [, length = Number.NaN] = /^content-length: (\d+)/im.exec(come.toString('latin1', 0, head)) ?? [];
    if (head < 4 || come.length < head + Number(length)) return;
    resolve(come);
    socket.destroy();
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The response ended early')));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\r\n`);
  return promise;
}

const tagIn = (answer: Buffer) => /^etag: "([^"]+)"/im.exec(answer.toString('latin1'))?.[1];

test('the home pages come in one flight, from the first answer after a start and after a publication', async () => {
  // The pages show the sample's names, so no lesson needs reading.
  const library = new URL('../../../content/library', import.meta.url);
  const names = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.pdf'),
  );
  const folder = await LessonFolder.make(Object.fromEntries(names.map((name) => [name, name])));
  const [name = ''] = names;
  const site = await startSiteOf(folder);
  const expectOneFlight = async (path: string) => {
    const answer = await answerTo(site.url, path);
    expect(answer.length, path).toBeGreaterThan(5000);
    expect(answer.length, path).toBeLessThanOrEqual(oneFlight);
    return tagIn(answer);
  };
  try {
    const first = await Promise.all(homePages.map(expectOneFlight));
    await folder.write(name, 'a new edition');
    await folder.write(name.replace(/[^/]+$/, '000 ٠٠٠ new.pdf'), 'new');
    // All responses until both pages are new ones.
    await expect
      .poll(
        async () => (await Promise.all(homePages.map(expectOneFlight))).filter((tag) => first.includes(tag)),
        { timeout: 60_000 },
      )
      .toEqual([]);
  } finally {
    await site.stop();
  }
});
