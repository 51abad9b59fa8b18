import type { Visit } from '#http/visit.ts';

interface Pending<Result> {
  readonly made: PromiseWithResolvers<Result>;
  begun: boolean;
  /** Each address waits in one place, for all who ask behind it. */
  readonly places: Map<string, Place>;
}

interface Place {
  readonly visits: Visit[];
  turn: Promise<unknown>;
}

/** Waits for the turn of a visit in one of the door's lines, for as long as it is wanted. */
type Enter = (visit: Visit, work: () => Promise<void>, isWanted: () => boolean) => Promise<void>;

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
    /** Rejects when it is refused to this visit, or cannot be made. */
    async make(key: string, work: () => Promise<Result>, visit?: Visit): Promise<Result> {
      const job = pending.get(key) ?? open(key);
      const begin = async () => {
        if (job.begun) return;
        job.begun = true;
        await work().then(job.made.resolve, job.made.reject);
        pending.delete(key);
      };
      const enter = (one: Visit): Place => {
        const visits: Visit[] = [];
        const isWanted = () => !job.begun && visits.some((each) => each.isWanted());
        const turn = wait(one, begin, isWanted).finally(() => {
          job.places.delete(one.address);
          if (!job.begun && job.places.size === 0) pending.delete(key);
        });
        const place = { visits, turn };
        job.places.set(one.address, place);
        return place;
      };
      if (!visit) {
        await begin();
        return job.made.promise;
      }
      const place = job.places.get(visit.address) ?? enter(visit);
      place.visits.push(visit);
      // A place is of no use, and so refused, as soon as somebody else's turn has come.
      const refused = place.turn.catch((error) => {
        if (!job.begun) throw error;
      });
      return Promise.race([job.made.promise, refused.then(() => job.made.promise)]);
    },
  };
}
