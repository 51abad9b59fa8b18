import type { ServerResponse } from 'node:http';

/** All of an answer, ready to be sent any number of times. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, as `writeHead` takes them without looking at each. */
  readonly headers: readonly string[];
  /** Absent where an answer has none, such as 304. */
  readonly body?: Buffer | undefined;
}

export function answerOf(status: number, headers: Record<string, string>, body?: Buffer): Answer {
  const length = body ? { 'Content-Length': String(body.length) } : {};
  return { status, headers: Object.entries({ ...headers, ...length }).flat(), body };
}

/** Sends it by Node's own means: three times as many in a second as through a `Response`. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers as string[]);
  response.end(body);
}

/** The same answer for a server that speaks `fetch`. */
export function toResponse({ status, headers, body }: Answer): Response {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return new Response((body ?? null) as Uint8Array<ArrayBuffer> | null, { status, headers: pairs });
}
