import type { IncomingMessage } from 'node:http';
import { ApiError } from '#http/api-error.ts';
import { type OriginCheck, unknownOrigin } from '../http/cors.ts';
import { serverFrame } from './server-frame.ts';

/** What decides whether a socket may open. */
export interface OpeningRules {
  projectId: string;
  isAllowedOrigin: OriginCheck;
}

/** The subscriptions that the request for a new socket asks for. Throws `ApiError` where it may not open. */
export function readOpening(
  { url = '', headers: { origin, host = '' } }: IncomingMessage,
  { projectId, isAllowedOrigin }: OpeningRules,
) {
  const { searchParams } = new URL(url, 'http://localhost');
  if (searchParams.get('project') !== projectId)
    throw new ApiError('general_bad_request', 'Missing or unknown project ID');
  // Programs that are no browser send no Origin.
  if (origin !== undefined && !isAllowedOrigin(origin, host)) throw unknownOrigin(origin);
  return urlSubscriptions(searchParams);
}

type Opened = ReturnType<typeof urlSubscriptions>[number] & { readonly subscriptionId: string };

/** The first frame on a socket: what its URL has subscribed to (docs/rules.md#realtime-frames). */
export function connectedFrame(opened: readonly Opened[]): string {
  const channels = unique(opened.flatMap((one) => one.channels));
  const slots = opened.filter(({ slot }) => slot !== undefined);
  // A list of ids, or a map of slots for SDK generations that number their subscriptions.
  const subscriptions =
    slots.length > 0
      ? Object.fromEntries(slots.map(({ slot, subscriptionId }) => [slot, subscriptionId]))
      : opened.map(({ subscriptionId }) => subscriptionId);
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
