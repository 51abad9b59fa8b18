import type { IncomingMessage } from 'node:http';
import { unknownOrigin } from '../origins.ts';
import { addSubscriptions, type Connection } from './connection.ts';
import { RealtimeError } from './realtime-error.ts';
import { serverFrame } from './server-frame.ts';
import { urlSubscriptions } from './url-subscriptions.ts';

/** What decides whether a socket may open. */
export interface OpeningRules {
  projectId: string;
  isAllowedOrigin(origin: string, ownHost: string): boolean;
}

function checkRequest(request: IncomingMessage, parameters: URLSearchParams, rules: OpeningRules): void {
  if (parameters.get('project') !== rules.projectId) {
    throw new RealtimeError(1008, 'Missing or unknown project ID');
  }
  const { origin, host = '' } = request.headers;
  // Programs that are no browser send no Origin.
  if (origin !== undefined && !rules.isAllowedOrigin(origin, host)) {
    throw new RealtimeError(1008, unknownOrigin(origin).message);
  }
}

/**
 * Takes up what the URL of a new socket asks for and returns its `connected` frame (docs/rules.md#realtime-frames).
 * Throws `RealtimeError` 1008, after which the socket is to be closed.
 */
export function openConnection(
  connection: Connection,
  request: IncomingMessage,
  parameters: URLSearchParams,
  rules: OpeningRules,
): string {
  checkRequest(request, parameters, rules);
  const asked = urlSubscriptions(parameters);
  try {
    const ids = addSubscriptions(connection, asked);
    const slots = asked.flatMap(({ slot }, i) => (slot === undefined ? [] : [[slot, ids[i] ?? ''] as const]));
    const channels = [...new Set(asked.flatMap((one) => one.channels))];
    return serverFrame.connected(channels, slots.length > 0 ? Object.fromEntries(slots) : ids);
  } catch (error) {
    if (error instanceof RealtimeError) throw new RealtimeError(1008, error.message);
    throw error;
  }
}
