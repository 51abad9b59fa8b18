import { isolate } from '#contract/language.ts';

interface ShownRange {
  start: number;
  end: number;
  total: number;
  /** Whether there may be more than `total`, because the backend stopped counting. */
  atLeast?: boolean;
}

/**
 * The English texts of the home page and of every page's frame, with notes for translators; other pages have further catalogs.
 * Texts marked "specification" are prescribed word for word.
 */
export const en = {
  /** Header link to the top of the home page (specification). */
  navHome: 'Home',
  /** Header link to the library section (specification). */
  navLibrary: 'Library',
  /** Screen-reader name of the header's navigation. */
  navLabel: 'Main navigation',
  /** First link of the page, visible only while it has the keyboard focus. */
  skipToMain: 'Skip to main content',
  /** Screen-reader name of the logo link; `name` is the preacher's name. */
  logoLabel: (name: string) => `${name} – home`,
  /** Screen-reader name of the button that opens the menu sheet. */
  menuOpen: 'Open menu',
  /** Screen-reader name of the button that closes the menu sheet. */
  menuClose: 'Close menu',
  /** Title of the menu sheet (specification). */
  menuTitle: 'Menu',
  /** Description of the menu sheet (specification). */
  menuDescription: 'Navigate through the website sections',
  /** Screen-reader label before the postal address. */
  addressLabel: 'Address:',
  /** Button of the hero that scrolls to the library (specification). */
  explore: 'Explore Now',
  /** Label before the title of the newest lesson in the hero. */
  newest: 'New:',
  /** Link of the hero for a returning visitor: the page that they read last, and the number of pages if it is known. */
  continueReading: (page: number, pages: number | undefined) =>
    `Continue: page ${page}${pages === undefined ? '' : ` of ${pages}`}`,

  /** Heading of the library section (specification). */
  libraryTitle: 'Library',
  /** Sentence below the heading of the library section (specification). */
  libraryDescription: 'Explore a variety of sheikh lessons on Islamic teachings, studies, and more.',
  /** Link that shows the files of all categories (specification). */
  allCategories: 'All Categories',
  /** Shown when there are no categories at all (specification). */
  noCategories: 'No categories found',
  /** Shown when no file matches (specification). */
  noFiles: 'No files found',
  /** Advice if the chosen category has no files. */
  noFilesHint: 'Reset the filters to see all files.',
  /** Placeholder of the search box (specification). */
  searchPlaceholder: 'Search files...',
  /** Screen-reader label of the search box. */
  searchLabel: 'Search files',
  /** Label of the sort control (specification). */
  sortBy: 'sort by:',
  /** Apply button: visible text (specification). */
  apply: 'search',
  /** Apply button: tooltip (specification). */
  applyTitle: 'Apply filters',
  /** Reset button: visible text (specification). */
  reset: 'Reset',
  /** Reset button: tooltip (specification). */
  resetTitle: 'Reset filters',
  /** Button that opens the category sheet on small screens (specification). */
  selectCategory: 'Select Category',
  /** Read by screen readers after the chosen category's name, on the link that removes the choice. */
  removeCategory: 'show all categories',
  /** Shown if no title matches and no page has all the words; `category` is absent for all categories. */
  noMatch: (search: string, category?: string) =>
    `No lesson${category === undefined ? '' : ` in ${isolate(category)}`} has “${isolate(search)}” in its title or text.`,
  /** Shown if no title matches, but texts do or could not be searched. */
  noTitleMatch: (search: string, category?: string) =>
    `No title${category === undefined ? '' : ` in ${isolate(category)}`} contains “${isolate(search)}”.`,
  /** Link that repeats the search in all categories, with the number of results. */
  searchEverywhere: (count: number) => `Search in all categories (${count})`,
  /** Precedes the title that is closest to the search. */
  didYouMean: 'Did you mean:',
  /** Link that removes the search text. */
  clearSearch: 'Clear search',
  /** Shown above the results of a corrected search. */
  shownInstead: (searched: string, correction: string) =>
    `No title contains “${isolate(searched)}”. Showing results for “${isolate(correction)}” instead.`,
  /** Link that searches the text exactly as typed. */
  searchExactly: (search: string) => `Search for exactly “${isolate(search)}”`,
  /** Number of files; read by screen readers after a category's name, and shown in the catalog for reading apps. */
  fileCount: (count: number, atLeast = false) =>
    count === 1 ? '1 file' : `${count}${atLeast ? '+' : ''} files`,
  /** Screen-reader name of the filter form. */
  filterLabel: 'Filter files',
  /** Screen-reader heading of the list of files. */
  filesHeading: 'Files',
  /** Title of the category sheet and heading of the category column (specification). */
  categoriesTitle: 'Categories',
  /** Description of the category sheet (specification). */
  categoriesDescription: 'Select a category to filter the files.',
  /** Screen-reader name of the button that closes the category sheet. */
  categoriesClose: 'Close categories',
  /** Button that shows the categories after the first five. */
  showMore: 'Show more',
  /** Button that hides the categories after the first five. */
  showFewer: 'Show fewer',

  /**
   * Sort options, named as in addresses (docs/rules.md#the-library-on-a-page). Distinguishing words come first, because a narrow
   * box cuts off the end.
   */
  'fileName-asc': 'Name ascending',
  'fileName-desc': 'Name descending',
  '$createdAt-asc': 'Oldest first (date added)',
  '$createdAt-desc': 'Newest first (date added)',

  /** Read by screen readers after the text of a link, in parentheses. */
  opensInNewTab: 'opens in a new tab',
  /** Shown on a card whose address is not safe. */
  linkUnavailable: 'This file cannot be opened.',
  /** Link of a card to the lesson's page; the title follows for screen readers only. */
  details: 'Read here',

  /** The range summary (specification); the Arabic noun changes with the total. */
  range: ({ start, end, total, atLeast }: ShownRange) =>
    `showing files ${start}-${end} of ${total}${atLeast ? '+' : ''} files.`,
  /** Screen-reader name of the pager. */
  pagerLabel: 'Pagination',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  /** Screen-reader name of a link in the pager, and part of document titles. */
  pageNumber: (page: number) => `Page ${page}`,

  /** Read by screen readers while something loads. */
  loading: 'Loading…',
  /** Heading in place of files that could not be loaded. */
  errorFiles: 'The files could not be loaded.',
  /** Heading in place of categories that could not be loaded. */
  errorCategories: 'The categories could not be loaded.',
  /** Shown below the heading if the device has no network. */
  offline: 'You appear to be offline. This page will update when you are back online.',
  /** Shown below the heading if the backend did not respond in time. */
  timeout: 'The request took too long.',
  /** Shown below the heading after any other failure. Assures visitors that their choices are not lost. */
  tryLater: 'Something went wrong on our side. Your search and filters are still here.',
  /** Button or link that sends the failed request again. */
  retry: 'Try again',
  /** Notice at the end of a page whose client bundle failed. */
  scriptFailed: 'You are seeing a simplified version of this page. Links and search still work.',

  /** Not-found page (specification). */
  notFoundHeading: 'Page Not Found',
  notFoundText: "The page you're looking for doesn't exist.",
  notFoundBack: 'Go Back Home',

  /** Heading at the address of a removed lesson. */
  goneHeading: 'This lesson is no longer available',
  /** Explains the removal and points to the other lessons. */
  goneText: 'It has been removed from the library. You can still read the other lessons.',
  /** Link from the page of a removed lesson to the library. */
  goneBack: 'Go to the library',

  /** Link to the page about a category's feed. */
  follow: 'Follow this category (RSS)',
  /** Link to a poster of a category for the notice board. */
  posterOfCategory: 'Poster for this category',
  /** Link to an archive of all PDFs of a category; its size follows. */
  zip: 'Download the whole category',

  /** Footer (specification). */
  rights: 'All rights reserved',

  /** Description for search engines and link previews. */
  metaDescription: (preacher: string, center: string) =>
    `Lessons and PDF library of ${preacher}, imam and founder of ${center}.`,
};

/** The texts of the interface in a language. */
export type Messages = typeof en;
