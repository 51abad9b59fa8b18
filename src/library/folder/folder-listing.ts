/** One PDF in the owner's folder that can be published. */
export interface FolderLesson {
  /** Relative to the folder, as the file system spells it. */
  path: string;
  /** Cleaned names: NFC, see `cleanName`. */
  category: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** Content identity, see `contentId`. */
  contentId: string;
  /** Hex; what a backend reports as the signature of what it received. */
  md5: string;
  /** Milliseconds; together with the size it tells whether the file was touched since. */
  modifiedAt: number;
  /** It asks whoever opens it for a password. */
  isLocked?: boolean;
  /** Its pages are pictures: it has no words. */
  isPictures?: boolean;
}

export type ProblemKind =
  | 'notInCategory'
  | 'deepFolder'
  | 'notPdfName'
  | 'notPdf'
  | 'damaged'
  | 'notUnicode'
  | 'hiddenName'
  | 'incomplete'
  | 'empty'
  | 'unreadable'
  | 'beingCopied'
  | 'controlCharacters'
  | 'nameTooLong'
  | 'nameEmpty'
  | 'tooLarge'
  | 'sameName'
  | 'duplicate';

/** Something in the folder that is not published and what the owner should know of it. */
export interface Problem {
  kind: ProblemKind;
  path: string;
  /** The place in the library it would have had. What is published there stays, see `plan`. */
  category?: string;
  fileName?: string;
  /** The other file, for `sameName` and `duplicate`. */
  other?: string;
  /** Bytes, for `tooLarge`. */
  size?: number;
  limit?: number;
}

export interface FolderListing {
  exists: boolean;
  /** Cleaned names of all category folders, also of those without a lesson. */
  categories: string[];
  lessons: FolderLesson[];
  problems: Problem[];
}
