import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Milliseconds of a visitor's requests, and messages of those that failed or were refused. */
export interface Visits {
  homes: number[];
  searches: number[];
  refused: string[];
}

const TIMEOUT_MS = 10_000;
const CROWD_ADDRESS = '127.0.0.3';

/** Sends a request with a new connection from one of this machine's addresses. Resolves with its milliseconds. */
function timeRequest(siteUrl: string, path: string, localAddress = '127.0.0.1'): Promise<number> {
  const start = performance.now();
  const options = {
    agent: false as const,
    localAddress,
    headers: { 'Accept-Encoding': 'br' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  return new Promise((resolve, reject) => {
    request(siteUrl + path, options, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`${path}: ${response.statusCode}`));
      });
    })
      .once('error', reject)
      .end();
  });
}

let count = 0;

/** Visits for some seconds: the home page five times a second, and a new search every second. */
export async function visit(siteUrl: string, seconds: number): Promise<Visits> {
  const visits: Visits = { homes: [], searches: [], refused: [] };
  const record = (times: number[], path: string) =>
    timeRequest(siteUrl, path).then(
      (time) => void times.push(time),
      (error: Error) => void visits.refused.push(error.message),
    );
  const end = performance.now() + seconds * 1000;
  const pending: Promise<void>[] = [];
  for (let tick = 0; performance.now() < end; tick += 1) {
    pending.push(record(visits.homes, tick % 2 === 0 ? '/' : '/?lang=ar'));
    if (tick % 5 === 0)
      pending.push(
        record(visits.searches, `/?search=${encodeURIComponent(`wudu ${process.pid} ${count++}`)}`),
      );
    await sleep(200);
  }
  await Promise.all(pending);
  return visits;
}

async function listen(siteUrl: string): Promise<WebSocket> {
  const channels = 'channels%5B%5D=databases.library.tables.files.rows';
  const url = `${siteUrl.replace('http', 'ws')}/v1/realtime?project=minbar&${channels}`;
  const socket = new WebSocket(url, { localAddress: CROWD_ADDRESS });
  const [first] = await once(socket, 'message');
  if (!String(first).includes('"connected"')) throw new Error(`a live connection was refused: ${first}`);
  return socket;
}

/** Visits with many phones behind one address: each opens the home page, a search and a lesson, and listens for new ones. */
export async function visitTogether(
  siteUrl: string,
  { phones, seconds, lesson }: { phones: number; seconds: number; lesson: string },
): Promise<Visits> {
  const visits: Visits = { homes: [], searches: [], refused: [] };
  const sockets: WebSocket[] = [];
  const usePhone = async (index: number) => {
    await sleep((index * seconds * 1000) / phones);
    try {
      visits.homes.push(await timeRequest(siteUrl, index % 2 === 0 ? '/' : '/?lang=ar', CROWD_ADDRESS));
      sockets.push(await listen(siteUrl));
      const search = `/?search=phone+${process.pid}+${index}`;
      visits.searches.push(await timeRequest(siteUrl, search, CROWD_ADDRESS));
      await timeRequest(siteUrl, lesson, CROWD_ADDRESS);
    } catch (error) {
      visits.refused.push((error as Error).message);
    }
  };
  await Promise.all(Array.from({ length: phones }, (_, index) => usePhone(index)));
  const ended = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
  if (ended > 0) visits.refused.push(`${ended} live connections were ended`);
  for (const socket of sockets) socket.terminate();
  return visits;
}
