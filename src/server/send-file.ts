import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Pieces that are sent in one turn of the event loop, whoever they are for: each is copied on the main thread. */
const mostInATurn = 8;
const waiting: (() => void)[] = [];

function begin(): void {
  for (const next of waiting.splice(0, mostInATurn)) next();
  if (waiting.length > 0) setImmediate(begin);
}

/** However many ask for files at once, others are answered between two of their pieces. */
const turn = () =>
  new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(begin);
  });

/**
 * Sends an answer whose body is read piece by piece, each when the one before has left: past web streams, which cost
 * more than all the rest. Stops reading when the visitor goes away. Rejects when the first piece cannot be read;
 * nothing was sent then, and another answer can be.
 */
export async function sendFile(
  response: ServerResponse,
  { status, headers }: Answer,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  let wake = () => {};
  const onClose = () => wake();
  response.once('close', onClose);
  try {
    for await (const piece of pieces) {
      await turn();
      if (!response.headersSent) response.writeHead(status, headers as string[]);
      await new Promise<void>((resolve) => {
        wake = resolve;
        response.write(piece, () => resolve());
      });
      if (response.destroyed) return;
    }
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    // Its length was promised: only the end of the connection tells the visitor that this is not all.
    console.error('a file could not be sent to its end:', error);
    response.destroy();
  } finally {
    response.off('close', onClose);
  }
}
