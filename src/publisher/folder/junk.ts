const junk = [
  /^\./, // dot files, .DS_Store, AppleDouble ._*, .Trashes
  /^(thumbs|ehthumbs|desktop)\.(db|ini)$/i, // Windows
  /^~\$/, // an open Office document
  /^@eaDir$/, // Synology
  /^(__MACOSX|\$RECYCLE\.BIN|System Volume Information|lost\+found)$/i,
  /\.(part|partial|crdownload|download|tmp|temp)$/i, // a download under way
  /~$/, // an editor's copy
];

/** Whether a name is made by an operating system or a program, and never by the owner. */
export function isJunk(name: string): boolean {
  return junk.some((pattern) => pattern.test(name));
}

/** Whether a folder is a draft: the owner is still working on it. */
export function isDraft(folderName: string): boolean {
  return folderName.startsWith('_');
}
