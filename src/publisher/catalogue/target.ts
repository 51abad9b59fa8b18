/** Where to publish: an Appwrite-compatible endpoint, the key that may write, and the ids of what it holds. */
export interface Target {
  /** Absolute http(s) URL that ends in `/v1`. */
  endpoint: string;
  projectId: string;
  key: string;
  databaseId: string;
  categoriesTableId: string;
  filesTableId: string;
  changesTableId: string;
  bucketId: string;
  /** Whether it is the site's own embedded backend: then the URL of a lesson is a path of the site. */
  embedded: boolean;
}

/** The address visitors open a stored file at. */
export function fileUrl(target: Target, fileId: string): string {
  const base = target.embedded ? '/v1' : target.endpoint;
  return `${base}/storage/buckets/${target.bucketId}/files/${fileId}/view?project=${encodeURIComponent(target.projectId)}`;
}

/** Where a table of `appwrite.config.json` is on a target: the tables the publisher knows may have other ids there. */
export function tableOn({ categoriesTableId, filesTableId, changesTableId }: Target, name: string): string {
  return { categories: categoriesTableId, files: filesTableId, changes: changesTableId }[name] ?? name;
}
