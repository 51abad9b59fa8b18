const extensionLength = '.pdf'.length;

/** A file's name without its last 4 characters (specification section 2); a name that short is shown whole. */
export function fileTitle(fileName: string): string {
  return fileName.length > extensionLength ? fileName.slice(0, -extensionLength) : fileName;
}
