/** A subscription named in the URL; SDKs 22.1 to 24 number theirs, older ones have one that is not numbered. */
export interface UrlSubscription {
  slot: string | undefined;
  channels: string[];
  queries: string[];
}

/**
 * The subscriptions in the URL of an older SDK generation (docs/rules.md#realtime-frames): `channels[]=C` names the channels, and
 * `C[slot][]=query` puts a channel into a numbered subscription. No channels mean none yet.
 */
export function urlSubscriptions(parameters: URLSearchParams): UrlSubscription[] {
  const channels = new Set<string>();
  const slots = new Map<string, { channels: Set<string>; queries: Set<string> }>();
  for (const [name, value] of parameters) if (/^channels\[\d*\]$/.test(name)) channels.add(value);
  for (const [name, value] of parameters) {
    const [, channel = '', slot = ''] = /^(.+)\[(\d{1,6})\]\[\d*\]$/.exec(name) ?? [];
    if (!channels.has(channel)) continue;
    const entry = slots.get(slot) ?? { channels: new Set(), queries: new Set() };
    entry.channels.add(channel);
    entry.queries.add(value);
    slots.set(slot, entry);
  }
  const numbered = [...slots].map(([slot, entry]) => ({
    slot,
    channels: [...entry.channels],
    queries: [...entry.queries],
  }));
  const rest = [...channels].filter((channel) => !numbered.some((one) => one.channels.includes(channel)));
  return rest.length > 0 ? [...numbered, { slot: undefined, channels: rest, queries: [] }] : numbered;
}
