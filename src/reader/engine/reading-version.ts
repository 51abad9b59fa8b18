import { pageWordsVersion } from '#text/page-words.ts';

/** Raise it when the reader reads differently: every lesson is then read again, as it is when the folding of pages changes. */
const READER_VERSION = 19;

/** The version of texts that are read and folded. */
export const readingVersion = `${READER_VERSION}.${pageWordsVersion}`;
