/**
 * The name of a content: the first 144 bits of its SHA-256 in hex. As long as an id of Appwrite may be (36 characters), so that
 * a stored file's id is its content: sending it twice changes nothing, and no table of hashes is needed.
 */
export function contentId(sha256Hex: string): string {
  return sha256Hex.slice(0, 36);
}

/** Whether a file id was made by `contentId`; files that were there before us have other ids. */
export function isContentId(fileId: string): boolean {
  return /^[0-9a-f]{36}$/.test(fileId);
}
