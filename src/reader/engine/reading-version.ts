import { pageWordsVersion } from '#text/page-words.ts';

/** Raise it when the reader returns other texts: every lesson is then read again, as after a change of page folding. */
const READER_VERSION = 30;

/** Version of texts that are read and folded. */
export const readingVersion = `${READER_VERSION}.${pageWordsVersion}`;
