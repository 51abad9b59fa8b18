/** A subscription named in the URL; SDKs 22.1 to 24 number theirs, older ones have one that is not numbered. */
export interface UrlSubscription {
  slot: string | undefined;
  channels: string[];
  queries: string[];
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/**
 * The subscriptions in the URL of an older SDK generation (docs/rules.md#realtime-frames): `channels[]=C` names the channels, and
 * `C[slot][]=query` puts a channel into a numbered subscription. No channels mean none yet.
 */
export function urlSubscriptions(parameters: URLSearchParams): UrlSubscription[] {
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
