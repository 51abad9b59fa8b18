/**
 * The client of a request and its limits, as `context.env.client`; requests of this process have none. Refuses work with an `ApiError`: 429
 * if the CPU budget of the address is used up; 503 if a queue is full or slow, or the work is not wanted.
 */
export interface RequestContext {
  /** The address that the work is charged to. */
  readonly address: string;
  /** False once the client has disconnected, so that its work does not have to begin. */
  isConnected(): boolean;
  /** Charges CPU milliseconds (none by default), in addition to the cost of every request. Throws if the budget is already used up. */
  charge(milliseconds?: number): void;
  /** Queues work on the main thread and charges its time afterwards. Refuses it if the client disconnects before it begins. */
  queue<T>(work: () => T | Promise<T>): Promise<T>;
  /** Queues work of the drawing process, and charges its CPU time. Refuses queued work once `isWanted` returns false. */
  queueDrawing<T>(work: () => Promise<T>, isWanted: () => boolean): Promise<T>;
  /** Queues a download from another server, and charges its duration. Refuses queued work once `isWanted` returns false. */
  queueFetch<T>(work: () => Promise<T>, isWanted: () => boolean): Promise<T>;
  /** Queues the reading of a body. Refuses it if the client disconnects before it begins. */
  queueBody<T>(work: () => Promise<T>): Promise<T>;
  /** Records that the request has a valid key: its body has no deadline, and waits in the queue of uploads, which is not charged. */
  trust(): void;
}

/** Queues work for the client of a request. Without a client, runs the work immediately. */
export async function runQueued<T>(
  client: RequestContext | undefined,
  work: () => T | Promise<T>,
): Promise<T> {
  return client ? client.queue(work) : work();
}
