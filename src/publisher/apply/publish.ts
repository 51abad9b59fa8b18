import type { Catalogue } from '../catalogue/catalogue.ts';
import { finishPublication, openHead, openPublication, recordPlan } from '../journal/journal.ts';
import type { Library } from '../journal/read-published.ts';
import { isEmpty, type Plan } from '../plan/plan.ts';
import { applyPlan, type Failure, type Progress } from './apply-plan.ts';
import { dateAdditions } from './date-additions.ts';
import { dropExpired } from './drop-expired.ts';
import { giveLinks } from './give-links.ts';

export interface PublishOptions {
  catalogue: Catalogue;
  /** As it was read for the plan, since when nobody else has published. */
  library: Library;
  plan: Plan;
  folder: string;
  progress: Progress;
  /** The publication that this one takes back. */
  undoes?: string;
  /** Nobody was asked: the running site does it by itself. */
  alone?: boolean;
  signal?: AbortSignal;
}

export interface PublishResult {
  /** The lessons that could not be published. */
  failures: Failure[];
  /** How many lessons have been given the address that stays. */
  linked: number;
}

/**
 * Publishes an agreed plan under one entry of the history. The caller holds the lock. An empty plan only finishes what an
 * interrupted publication left open.
 */
export async function publish({ undoes, alone, ...options }: PublishOptions): Promise<PublishResult> {
  const { catalogue, library, plan, signal } = options;
  await catalogue.fillDerived();
  const linked = await giveLinks(catalogue, library, signal);
  if (isEmpty(plan) && !(await openHead(catalogue, undoes))) return { failures: [], linked };
  const publication = await openPublication(catalogue, library, {
    ...(undoes && { undoes, folder: options.folder }),
    ...(alone && { alone }),
  });
  const dated = dateAdditions(plan, publication);
  await recordPlan(catalogue, publication.id, dated);
  const failures = await applyPlan({ ...options, plan: dated, publication: publication.id });
  await dropExpired(catalogue, library, plan);
  await finishPublication(catalogue, publication.id);
  return { failures, linked };
}
