import type { Visit } from '#backend/visit.ts';

interface Wish<Result> {
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

/** What several want at once is made once, when it is the turn of the first of them. */
export function createWishes<Result>(wait: Enter) {
  const wishes = new Map<string, Wish<Result>>();

  const open = (key: string): Wish<Result> => {
    const wish: Wish<Result> = { made: Promise.withResolvers(), begun: false, places: new Map() };
    // Whoever still waits is told.
    wish.made.promise.catch(() => undefined);
    wishes.set(key, wish);
    return wish;
  };

  return {
    /** Rejects when it is refused to this visit, or cannot be made. */
    async make(key: string, work: () => Promise<Result>, visit?: Visit): Promise<Result> {
      const wish = wishes.get(key) ?? open(key);
      const begin = async () => {
        if (wish.begun) return;
        wish.begun = true;
        await work().then(wish.made.resolve, wish.made.reject);
        wishes.delete(key);
      };
      const enter = (one: Visit): Place => {
        const visits: Visit[] = [];
        const isWanted = () => !wish.begun && visits.some((each) => each.isWanted());
        const turn = wait(one, begin, isWanted).finally(() => {
          wish.places.delete(one.address);
          if (!wish.begun && wish.places.size === 0) wishes.delete(key);
        });
        const place = { visits, turn };
        wish.places.set(one.address, place);
        return place;
      };
      if (!visit) {
        await begin();
        return wish.made.promise;
      }
      const place = wish.places.get(visit.address) ?? enter(visit);
      place.visits.push(visit);
      // A place is of no use, and so refused, as soon as somebody else's turn has come.
      const refused = place.turn.catch((error) => {
        if (!wish.begun) throw error;
      });
      return Promise.race([wish.made.promise, refused.then(() => wish.made.promise)]);
    },
  };
}
