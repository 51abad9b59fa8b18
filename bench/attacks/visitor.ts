import { request } from 'node:http';

/** The visitor's measurements: times, failures and refusals. */
export interface Met {
  homes: number[];
  searches: number[];
  refused: string[];
}

/** Milliseconds that a visitor waits at most. */
const patience = 10_000;

/** Asks with a new connection from one of this machine's addresses. Resolves with the milliseconds it took. */
export function askAnew(siteUrl: string, path: string, localAddress = '127.0.0.1'): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(
      siteUrl + path,
      {
        agent: false,
        localAddress,
        headers: { 'Accept-Encoding': 'br' },
        signal: AbortSignal.timeout(patience),
      },
      (answer) => {
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - begun);
          else reject(new Error(`${path}: ${answer.statusCode}`));
        });
      },
    );
    asking.once('error', reject).end();
  });
}

let made = 0;

/** Visits for some seconds: the home page five times a second, and a new search every second. */
export async function visit(siteUrl: string, seconds: number): Promise<Met> {
  const met: Met = { homes: [], searches: [], refused: [] };
  const note = (times: number[], path: string) =>
    askAnew(siteUrl, path).then(
      (time) => void times.push(time),
      (error: Error) => void met.refused.push(error.message),
    );
  const end = performance.now() + seconds * 1000;
  const under: Promise<void>[] = [];
  for (let tick = 0; performance.now() < end; tick += 1) {
    under.push(note(met.homes, tick % 2 === 0 ? '/' : '/?lang=ar'));
    if (tick % 5 === 0)
      under.push(note(met.searches, `/?search=${encodeURIComponent(`wudu ${process.pid} ${made++}`)}`));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await Promise.all(under);
  return met;
}
