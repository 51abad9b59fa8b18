import type { Change } from '../change.ts';
import { channelsOf, eventNames } from './event-names.ts';

/** The frames a server sends (docs/rules.md#realtime-frames), as JSON text. */
export const serverFrame = {
  /** `subscriptions` is a list, or a map of slots for SDK generations that number their subscriptions. */
  connected(channels: string[], subscriptions: string[] | Record<string, string>): string {
    return JSON.stringify({ type: 'connected', data: { channels, subscriptions, user: null } });
  },
  response(to: 'subscribe' | 'unsubscribe', subscriptions: unknown[]): string {
    return JSON.stringify({ type: 'response', data: { to, success: true, subscriptions } });
  },
  error(code: number, message: string): string {
    return JSON.stringify({ type: 'error', data: { code, message } });
  },
  pong: JSON.stringify({ type: 'pong' }),
};

/** An event, serialised once for all connections; each adds its own subscription ids. */
export interface EventFrame {
  channels: ReadonlySet<string>;
  forSubscriptions(ids: string[]): string;
}

/** Makes the `event` frame of a change that was committed at `date`. */
export function eventFrame(change: Change, date: Date): EventFrame {
  const channels = channelsOf(change);
  const timestamp = date.toISOString().replace('Z', '+00:00');
  const data = JSON.stringify({ events: eventNames(change), channels, timestamp, payload: change.payload });
  const head = `{"type":"event","data":${data.slice(0, -1)},"subscriptions":`;
  return {
    channels: new Set(channels),
    forSubscriptions: (ids) => `${head}${JSON.stringify(ids)}}}`,
  };
}
