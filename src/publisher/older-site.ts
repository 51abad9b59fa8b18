import type { OpenTarget } from './open-target.ts';
import { OwnerError } from './owner-error.ts';

/**
 * Refuses to write addresses that the running site would not answer: it was started before the program was updated. A site that
 * does not answer at all is nobody's concern now.
 */
export async function refuseOlderSite({ target, kind }: OpenTarget): Promise<void> {
  const site = kind === 'running' ? new URL(target.endpoint).origin : kind === 'hosted' ? target.site : null;
  if (!site) return;
  const signal = AbortSignal.timeout(5000);
  const answer = await fetch(`${site}/lesson/`, { method: 'HEAD', redirect: 'manual', signal }).catch(
    () => null,
  );
  const isPage = answer?.headers.get('content-type')?.startsWith('text/html');
  if (answer?.status === 404 && isPage) {
    throw new OwnerError(({ error }) => error.olderSite(kind === 'hosted' ? site : null));
  }
}
