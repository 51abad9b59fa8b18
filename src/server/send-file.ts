import type { ServerResponse } from 'node:http';
import { createInTurn } from '#backend/in-turn.ts';
import type { Answer } from './answer.ts';

/** Each piece is copied on the main thread. */
const inTurn = createInTurn(() => 8);

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
      await new Promise<void>((begin) => inTurn(begin));
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
