/** So many pages that hold some words are counted on the embedded backend: a total of so many means so many or more. */
export const mostCountedPages = 10_000;
