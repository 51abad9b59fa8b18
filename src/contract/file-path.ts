/** Where a backend has a file, after its endpoint, or all files of a bucket; `/view` and `/download` of a file are its bytes. */
export function filePath(bucketId: string, fileId?: string): string {
  const files = `/storage/buckets/${encodeURIComponent(bucketId)}/files`;
  return fileId === undefined ? files : `${files}/${encodeURIComponent(fileId)}`;
}
