import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { ReadPieces } from '#backend/storage/file-pieces.ts';
import { createTickScheduler } from '#http/tick-scheduler.ts';

/** All of an answer, ready to be sent any number of times. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, as `writeHead` takes them without looking at each. */
  readonly headers: readonly string[];
  /** Absent where an answer has none, such as 304. */
  readonly body?: Buffer | undefined;
  /** In the place of a body: the bytes of a file, which are sent from there. */
  readonly pieces?: ReadPieces | undefined;
}

/** What of a request's headers decides in which form it is answered. */
export type AskedHeaders = Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>;

export function answerOf(status: number, headers: Record<string, string>, body?: Buffer): Answer {
  const length = body ? { 'Content-Length': String(body.length) } : {};
  return { status, headers: Object.entries({ ...headers, ...length }).flat(), body };
}

/**
 * Sends it by Node's own means: three times as many in a second as through a `Response`. Resolves when the last piece of a file has
 * left; other answers are sent at once. Rejects when the first piece cannot be read: nothing was sent then, and another answer can be.
 */
export function sendAnswer(response: ServerResponse, answer: Answer): Promise<void> | undefined {
  if (answer.pieces) return sendPieces(response, answer, answer.pieces());
  response.writeHead(answer.status, answer.headers as string[]);
  response.end(answer.body);
  return undefined;
}

/** Each piece is copied on the main thread. */
const inTurn = createTickScheduler(() => 8);

/**
 * Sends each piece when the one before has left: past web streams, which cost more than all the rest. Stops reading when the visitor
 * goes away.
 */
async function sendPieces(
  response: ServerResponse,
  { status, headers }: Answer,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  let wake = () => {};
  response.once('close', () => wake());
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
  }
}

/** The same answer, which is no file's, for a server that speaks `fetch`. */
export function toResponse({ status, headers, body }: Answer): Response {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return new Response((body ?? null) as Uint8Array<ArrayBuffer> | null, { status, headers: pairs });
}
