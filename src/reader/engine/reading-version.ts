/** Raise it when the reader reads, or `pageWords` folds, in another way: every lesson is then read again. */
export const readingVersion = 10;
