const extensionLength = '.pdf'.length;

/** A file's name without its last 4 characters (docs/rules.md#the-library-on-a-page); a name that short is shown whole. */
export function fileTitle(fileName: string): string {
  return fileName.length > extensionLength ? fileName.slice(0, -extensionLength) : fileName;
}
