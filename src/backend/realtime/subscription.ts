import type { Json } from '../change.ts';
import type { EventFilter } from './event-filter.ts';

/** What one connection listens to: events on any of the channels whose payload passes the filter. */
export interface Subscription {
  id: string;
  channels: ReadonlySet<string>;
  filter: EventFilter;
}

function overlap(wanted: ReadonlySet<string>, channels: ReadonlySet<string>): boolean {
  for (const channel of wanted) if (channels.has(channel)) return true;
  return false;
}

/** The ids of the subscriptions that an event with these channels and this payload is for. */
export function matchingIds(
  subscriptions: Iterable<Subscription>,
  channels: ReadonlySet<string>,
  payload: { readonly [key: string]: Json },
): string[] {
  const ids: string[] = [];
  for (const { id, channels: wanted, filter } of subscriptions) {
    if (overlap(wanted, channels) && filter.accepts(payload)) ids.push(id);
  }
  return ids;
}
