import type { OpenTarget } from './open-target.ts';

/** The site that runs is of a version that does not answer at the lessons' own addresses. */
export class OlderSite extends Error {
  override name = 'OlderSite';
  /** Its address, where it was told by the owner. */
  readonly site: string | null;

  constructor(site: string | null = null) {
    super('the site does not know the addresses of lessons');
    this.site = site;
  }
}

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
  if (answer?.status === 404 && isPage) throw new OlderSite(kind === 'hosted' ? site : null);
}
