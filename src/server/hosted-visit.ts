import type { BackendSettings } from '#settings/config.ts';

/** Reason why visitors find no lesson in a hosted project: no response, no permission, or a site that is not among its platforms. */
export type HostedFault = 'silent' | 'private' | 'otherSite';

const MAX_RESPONSE_MS = 10_000;

/** Requests a list of lessons as a browser on the site does: without a key, and with the site's origin. Returns the fault, or null. */
export async function visitHosted(
  { endpoint, projectId, databaseId, filesTableId }: BackendSettings,
  origin: string | null | undefined,
): Promise<HostedFault | null> {
  const url = `${endpoint}/tablesdb/${databaseId}/tables/${filesTableId}/rows`;
  const headers = { 'x-appwrite-project': projectId, ...(origin && { origin }) };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(MAX_RESPONSE_MS) }).catch(
    () => null,
  );
  await response?.body?.cancel();
  if (!response || response.status >= 500) return 'silent';
  if (response.status === 403) return 'otherSite';
  return response.status === 401 ? 'private' : null;
}
