import { Client } from 'node-appwrite';
import { filePath, pdfPath } from '#contract/urls.ts';
import type { Config } from '#settings/config.ts';

type Place = Config['owners'];

/** Where to publish: an Appwrite-compatible endpoint (absolute, it ends in `/v1`), the key that may write, and the ids of what it holds. */
export interface Target extends Place {
  key: string;
  /** Whether it is the site's own embedded backend. */
  embedded: boolean;
  /**
   * The origin of the site that answers at the lessons' own addresses; empty for the embedded backend, where a path is enough.
   * Null when nobody has told a hosted one's: then visitors open a lesson at its file.
   */
  site: string | null;
}

/** A client of the official SDK for a target. Throws `Invalid endpoint URL` as the SDK does. */
export function clientOf(target: Pick<Target, 'endpoint' | 'projectId' | 'key' | 'embedded'>): Client {
  const client = new Client().setEndpoint(target.endpoint).setProject(target.projectId).setKey(target.key);
  // On the same computer packing costs more than it saves.
  return target.embedded ? client.addHeader('Accept-Encoding', 'identity') : client;
}

/** The address visitors open a lesson at. */
export function lessonUrl(target: Target, { id, fileId }: { id: string; fileId: string }): string {
  if (target.site !== null) return target.site + pdfPath(id);
  const { endpoint, bucketId, projectId } = target;
  return `${endpoint}${filePath(bucketId, fileId)}/view?project=${encodeURIComponent(projectId)}`;
}

/**
 * Whether an address is the one a lesson should have (`right`), leads to its file all the same (`former`: of a library that is
 * older, of another program, or of a site that has another address now), or leads elsewhere (`wrong`).
 */
export function judgeUrl(target: Target, { id, fileId, url }: { id: string; fileId: string; url: string }) {
  if (url === lessonUrl(target, { id, fileId })) return 'right';
  const isFile = url.includes(`/files/${fileId}/`);
  if (isFile) return target.site === null ? 'right' : 'former';
  return url.endsWith(pdfPath(id)) ? 'former' : 'wrong';
}

/** Where a table of `appwrite.config.json` is on a target: the tables the publisher knows may have other ids there. */
export function tableOn(target: Target, name: string): string {
  const id = target[`${name}TableId` as 'filesTableId'] as string | undefined;
  return id ?? name;
}
