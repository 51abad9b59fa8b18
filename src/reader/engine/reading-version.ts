import { pageWordsVersion } from '#text/page-words.ts';

/** Increment when the reader extracts different text from the same PDF. Every lesson is then reread. */
const READER_VERSION = 33;

/** Version of extracted and folded texts; lessons with another version are reread. */
export const readingVersion = `${READER_VERSION}.${pageWordsVersion}`;
