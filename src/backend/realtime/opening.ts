import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import { type OriginCheck, unknownOrigin } from '../origins.ts';
import type { Connection } from './connection.ts';
import { serverFrame } from './server-frame.ts';

/** What decides whether a socket may open. */
export interface OpeningRules {
  projectId: string;
  isAllowedOrigin: OriginCheck;
}

/**
 * Takes up what the URL of a new socket asks for and returns its `connected` frame (docs/rules.md#realtime-frames).
 * Throws `ApiError`, after which the socket is to be closed.
 */
export function openConnection(
  connection: Connection,
  { url = '', headers }: IncomingMessage,
  { projectId, isAllowedOrigin }: OpeningRules,
): string {
  const { searchParams } = new URL(url, 'http://localhost');
  if (searchParams.get('project') !== projectId)
    throw new ApiError('general_bad_request', 'Missing or unknown project ID');
  const { origin, host = '' } = headers;
  // Programs that are no browser send no Origin.
  if (origin !== undefined && !isAllowedOrigin(origin, host)) throw unknownOrigin(origin);
  const asked = connection.subscribe(urlSubscriptions(searchParams));
  const channels = unique(asked.flatMap((one) => one.channels));
  const slots = asked.filter(({ slot }) => slot !== undefined);
  // A list of ids, or a map of slots for SDK generations that number their subscriptions.
  const subscriptions =
    slots.length > 0
      ? Object.fromEntries(slots.map(({ slot, subscriptionId }) => [slot, subscriptionId]))
      : asked.map(({ subscriptionId }) => subscriptionId);
  return serverFrame('connected', { channels, subscriptions, user: null });
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/**
 * The subscriptions in the URL of an older SDK generation (docs/rules.md#realtime-frames): `channels[]=C` names the channels, and
 * `C[slot][]=query` puts a channel into a subscription that SDKs 22.1 to 24 number; older ones have one without a number.
 * No channels mean none yet.
 */
export function urlSubscriptions(parameters: URLSearchParams) {
  const channels = unique(
    [...parameters].flatMap(([name, value]) => (/^channels\[\d*\]$/.test(name) ? [value] : [])),
  );
  const numbered = [...parameters].flatMap(([name, query]) => {
    const [, channel = '', slot = ''] = /^(.+)\[(\d{1,6})\]\[\d*\]$/.exec(name) ?? [];
    return channels.includes(channel) ? [{ channel, slot, query }] : [];
  });
  const slots = [...Map.groupBy(numbered, ({ slot }) => slot)].map(([slot, of]) => ({
    slot,
    channels: unique(of.map(({ channel }) => channel)),
    queries: unique(of.map(({ query }) => query)),
  }));
  const rest = channels.filter((channel) => !numbered.some((one) => one.channel === channel));
  return rest.length > 0 ? [...slots, { slot: undefined, channels: rest, queries: [] }] : slots;
}
