import { once } from 'node:events';
import { WebSocket } from 'ws';

/**
 * Opens idle sockets that listen for new lessons, each as a different visitor behind a local proxy.
 * Returns the function that closes them. Rejects if the site refuses one.
 */
export async function openIdleSockets(siteUrl: string, count: number): Promise<() => void> {
  const channels = 'channels%5B%5D=databases.library.tables.files.rows';
  const url = `${siteUrl.replace(/^http/, 'ws')}/v1/realtime?project=minbar&${channels}`;
  const sockets: WebSocket[] = [];
  for (let at = 0; at < count; at += 1) {
    const address = `10.0.${Math.floor(at / 200)}.${at % 200}`;
    const socket = new WebSocket(url, { headers: { 'X-Forwarded-For': address } });
    const [first] = await once(socket, 'message');
    if (!String(first).includes('"connected"')) throw new Error(`Socket ${at} was refused: ${first}`);
    sockets.push(socket);
  }
  return () => {
    for (const socket of sockets) socket.terminate();
  };
}
