import type { Change } from '../change.ts';
import { dateText } from '../date-text.ts';
import { channelsOf, eventNames } from './event-names.ts';

/** A frame that the server sends (docs/rules.md#realtime-frames), as JSON text. */
export function serverFrame(type: 'connected' | 'response' | 'error' | 'pong', data?: object): string {
  return JSON.stringify({ type, data });
}

/** A refusal told to the client as an `error` frame: code and text of docs/rules.md#realtime-errors. */
export class RealtimeError extends Error {
  readonly code: number;

  constructor(code: 1003 | 1008 | 1013, message: string) {
    super(message);
    this.code = code;
  }

  get frame(): string {
    return serverFrame('error', { code: this.code, message: this.message });
  }
}

/** Makes the `event` frame of a change that was committed at `date`: serialised once for all connections; each adds its own subscription ids. */
export function eventFrame(change: Change, date: Date) {
  const channels = channelsOf(change);
  const event = { events: eventNames(change), channels, timestamp: dateText(date), payload: change.payload };
  const head = `{"type":"event","data":${JSON.stringify(event).slice(0, -1)},"subscriptions":`;
  return {
    channels: new Set(channels),
    forSubscriptions: (ids: readonly string[]) => `${head}${JSON.stringify(ids)}}}`,
  };
}
