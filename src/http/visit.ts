/**
 * Who sent a request, and what the one admission at the edge allows it. It comes with the request, as
 * `context.env.visit`; the site's own questions while it renders come without. What is refused is thrown as `ApiError`:
 * 429 for an address that has used up its share, 503 when a line is full.
 */
export interface Visit {
  /** Whom it is counted for. */
  readonly address: string;
  /** False when whoever asked has gone: work for them need not begin. */
  isWanted(): boolean;
  /** Counts `milliseconds` of work that are done at once, besides what any question costs. Throws when the share is used up. */
  pass(milliseconds?: number): void;
  /** Does work on the main thread when it is this address's turn; what it took is counted afterwards. */
  turn<T>(work: () => T | Promise<T>, isWanted?: () => boolean): Promise<T>;
  /** The same for work of other processes, such as pictures. */
  drawing<T>(work: () => Promise<T>, isWanted?: () => boolean): Promise<T>;
  /** The same for what is brought from another server. */
  fetching<T>(work: () => Promise<T>, isWanted?: () => boolean): Promise<T>;
  /** The same for reading a body, an owner's or a stranger's. */
  receiving<T>(work: () => Promise<T>): Promise<T>;
  /** Says that a valid key came with the request: its body may take its time. */
  trust(): void;
}

/** Does work on the main thread in the turn of whoever asks; at once for the site itself. */
export async function inTurnOf<T>(visit: Visit | undefined, work: () => T | Promise<T>): Promise<T> {
  return visit ? visit.turn(work) : work();
}
