import type { Catalogue } from '../catalogue/catalogue.ts';
import { finishPublication, openPublication, recordPlan } from '../journal/journal.ts';
import { readPublished } from '../journal/read-published.ts';
import { isEmpty, type Plan } from '../plan/plan.ts';
import { applyPlan, type Failure, type Progress } from './apply-plan.ts';
import { dropExpired } from './drop-expired.ts';

export interface PublishOptions {
  catalogue: Catalogue;
  plan: Plan;
  folder: string;
  progress: Progress;
  /** The publication that this one takes back. */
  undoes?: string;
  signal?: AbortSignal;
}

/**
 * Publishes an agreed plan under one entry of the history. The caller holds the lock. An empty plan only finishes what an
 * interrupted publication left open. Returns the lessons that could not be published.
 */
export async function publish({ undoes, ...options }: PublishOptions): Promise<Failure[]> {
  const { catalogue, plan } = options;
  await catalogue.fillDerived();
  if (isEmpty(plan) && (await catalogue.journal(['started'])).length === 0) return [];
  const publication = await openPublication(catalogue, await readPublished(catalogue), undoes);
  await recordPlan(catalogue, publication, plan);
  const failures = await applyPlan({ ...options, publication });
  await dropExpired(catalogue);
  await finishPublication(catalogue, publication);
  return failures;
}
