import type { RequestContext } from '#http/request-context.ts';

interface Pending<Result> {
  readonly made: PromiseWithResolvers<Result>;
  begun: boolean;
  /** Each address waits in one place, for all who ask behind it. */
  readonly places: Map<string, Place>;
}

interface Place {
  readonly clients: RequestContext[];
  turn: Promise<unknown>;
}

/** Waits for the turn of a client in one of the door's lines, for as long as it is wanted. */
type Enter = (client: RequestContext, work: () => Promise<void>, isConnected: () => boolean) => Promise<void>;

/** Coalesces requests: what several want at once is made once, when it is the turn of the first of them. */
export function coalesceWork<Result>(wait: Enter) {
  const pending = new Map<string, Pending<Result>>();

  const open = (key: string): Pending<Result> => {
    const job: Pending<Result> = { made: Promise.withResolvers(), begun: false, places: new Map() };
    // Whoever still waits is told.
    job.made.promise.catch(() => undefined);
    pending.set(key, job);
    return job;
  };

  return {
    /** Rejects when it is refused to this client, or cannot be made. */
    async make(key: string, work: () => Promise<Result>, client?: RequestContext): Promise<Result> {
      const job = pending.get(key) ?? open(key);
      const begin = async () => {
        if (job.begun) return;
        job.begun = true;
        await work().then(job.made.resolve, job.made.reject);
        pending.delete(key);
      };
      const enter = (one: RequestContext): Place => {
        const clients: RequestContext[] = [];
        const isWanted = () => !job.begun && clients.some((each) => each.isConnected());
        const turn = wait(one, begin, isWanted).finally(() => {
          job.places.delete(one.address);
          if (!job.begun && job.places.size === 0) pending.delete(key);
        });
        const place = { clients, turn };
        job.places.set(one.address, place);
        return place;
      };
      if (!client) {
        await begin();
        return job.made.promise;
      }
      const place = job.places.get(client.address) ?? enter(client);
      place.clients.push(client);
      // A place is of no use, and so refused, as soon as somebody else's turn has come.
      const refused = place.turn.catch((error) => {
        if (!job.begun) throw error;
      });
      return Promise.race([job.made.promise, refused.then(() => job.made.promise)]);
    },
  };
}
