import { type Failure, silent } from './apply/apply-plan.ts';
import { publish } from './apply/publish.ts';
import { AppwriteCatalogue } from './catalogue/appwrite-catalogue.ts';
import type { Target } from './catalogue/target.ts';
import type { Problem } from './folder/folder-listing.ts';
import type { PdfContent } from './folder/pdf-content.ts';
import { scanFolder } from './folder/scan-folder.ts';
import { withLock } from './journal/lock.ts';
import { readPublished } from './journal/read-published.ts';
import { type Language, messagesIn } from './messages/language.ts';
import type { Guard } from './plan/guard.ts';
import { type Plan, plan } from './plan/plan.ts';
import { summary } from './report/summary.ts';

export interface PublishFolderOptions {
  folder: string;
  target: Target;
  language: Language;
  /** At the site's start an unchanged library is worth a line of the log, while watching it is not. */
  mode: 'initial' | 'watch';
  log: (line: string) => void;
  /** Contents read before, by this process. */
  known?: Map<string, PdfContent>;
  signal?: AbortSignal;
}

export interface PublishReport {
  plan: Plan;
  /** The removal that waits for the owner, or null. */
  waiting: Guard | null;
  attention: Problem[];
  failures: Failure[];
}

/**
 * Publishes a folder without asking: everything but a removal that looks like an accident, which stays online and is said in the
 * log until the owner runs the command. Rejects when the backend cannot be reached; calling again does the rest.
 */
export async function publishFolder(options: PublishFolderOptions): Promise<PublishReport> {
  const { folder, target, log, signal } = options;
  const messages = messagesIn(options.language);
  const catalogue = new AppwriteCatalogue(target, signal);
  const work = async (): Promise<PublishReport> => {
    const listing = await scanFolder({
      folder,
      largest: await catalogue.largestFile(),
      ...(options.known && { known: options.known }),
      ...(signal && { signal }),
    });
    const published = await readPublished(catalogue, (left) => log(messages.publish.adopting(left)));
    const wanted = plan(listing, published, new Date().toISOString());
    const agreed = wanted.guard ? withoutRemovals(wanted) : wanted;
    const failures = await publish({
      catalogue,
      plan: agreed,
      folder,
      progress: silent,
      ...(signal && { signal }),
    });
    const line = summary(agreed, messages);
    if (line) log(messages.watch.published(line));
    else if (options.mode === 'initial') log(messages.watch.same(published.lessons.length));
    for (const problem of wanted.attention) log(messages.watch.attention(messages.plan.problem(problem)));
    for (const failure of failures) log(messages.watch.attention(messages.publish.failure(failure)));
    if (wanted.guard) log(messages.watch.held(wanted.guard));
    return { plan: agreed, waiting: wanted.guard, attention: wanted.attention, failures };
  };
  return withLock(catalogue, work, () => log(messages.publish.waiting), signal);
}

function withoutRemovals(wanted: Plan): Plan {
  return { ...wanted, changes: wanted.changes.filter(({ kind }) => kind !== 'removed'), emptyCategories: [] };
}
