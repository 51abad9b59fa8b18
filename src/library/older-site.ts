import { healthPath } from '#contract/urls.ts';
import type { Target } from './catalogue/target.ts';
import { OwnerError } from './owner-error.ts';

/**
 * Refuses to write addresses that the site of a hosted library would not answer: it is of an older version, or elsewhere. A site that
 * does not answer at all is nobody's concern now.
 */
export async function refuseOlderSite({ site }: Target): Promise<void> {
  if (!site) return;
  const signal = AbortSignal.timeout(5000);
  const asked = fetch(site + healthPath, { method: 'HEAD', redirect: 'manual', signal });
  const answer = await asked.catch(() => null);
  const isPage = answer?.headers.get('content-type')?.startsWith('text/html');
  if (answer?.status === 404 && isPage) throw new OwnerError(({ error }) => error.olderSite(site));
}
