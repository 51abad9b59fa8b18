/** A refusal told to the client as an `error` frame: code and text of docs/rules.md#realtime-errors. */
export class RealtimeError extends Error {
  readonly code: number;

  constructor(code: 1003 | 1008 | 1013, message: string) {
    super(message);
    this.code = code;
  }
}
