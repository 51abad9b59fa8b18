import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { askAnew, type Met } from './visitor.ts';

const address = '127.0.0.3';

async function listen(siteUrl: string): Promise<WebSocket> {
  const channels = 'channels%5B%5D=databases.library.tables.files.rows';
  const socket = new WebSocket(`${siteUrl.replace('http', 'ws')}/v1/realtime?project=minbar&${channels}`, {
    localAddress: address,
  });
  const [first] = await once(socket, 'message');
  if (!String(first).includes('"connected"')) throw new Error(`a live connection was refused: ${first}`);
  return socket;
}

/**
 * Phones behind one address, spread over some seconds: each asks for the home page, searches for something new, opens a
 * lesson and listens for new ones until all are done.
 */
export async function congregate(
  siteUrl: string,
  phones: number,
  seconds: number,
  lesson: string,
): Promise<Met> {
  const met: Met = { homes: [], searches: [], refused: [] };
  const sockets: WebSocket[] = [];
  const phone = async (index: number) => {
    await sleep((index * seconds * 1000) / phones);
    try {
      met.homes.push(await askAnew(siteUrl, index % 2 === 0 ? '/' : '/?lang=ar', address));
      sockets.push(await listen(siteUrl));
      met.searches.push(await askAnew(siteUrl, `/?search=phone+${process.pid}+${index}`, address));
      await askAnew(siteUrl, lesson, address);
    } catch (error) {
      met.refused.push((error as Error).message);
    }
  };
  await Promise.all(Array.from({ length: phones }, (_, index) => phone(index)));
  const lost = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
  if (lost > 0) met.refused.push(`${lost} live connections were ended`);
  for (const socket of sockets) socket.terminate();
  return met;
}
