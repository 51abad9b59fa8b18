import { isolate } from '#contract/language.ts';

interface ShownRange {
  start: number;
  end: number;
  total: number;
  /** The backend stopped counting. */
  atLeast?: boolean;
}

/**
 * Every text of the interface in English, each with a note for translators; a language with a missing text does not compile.
 * Texts marked "specification" are prescribed word for word.
 */
export const en = {
  /** Header link to the top of the home page (specification). */
  navHome: 'Home',
  /** Header link to the library section (specification). */
  navLibrary: 'Library',
  /** Spoken name of the header's navigation. */
  navLabel: 'Main navigation',
  /** First link of the page, seen only when it has the keyboard focus. */
  skipToMain: 'Skip to main content',
  /** Spoken name of the logo link; `name` is the preacher's name. */
  logoLabel: (name: string) => `${name} – home`,
  /** Spoken name of the button that opens the menu sheet. */
  menuOpen: 'Open menu',
  /** Spoken name of the button that closes the menu sheet. */
  menuClose: 'Close menu',
  /** Title of the menu sheet (specification). */
  menuTitle: 'Menu',
  /** Description of the menu sheet (specification). */
  menuDescription: 'Navigate through the website sections',
  /** Spoken label before the postal address. */
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
  /** Sentence under that heading (specification). */
  libraryDescription: 'Explore a variety of sheikh lessons on Islamic teachings, studies, and more.',
  /** The choice that clears the category (specification). */
  allCategories: 'All Categories',
  /** Shown when there are no categories at all (specification). */
  noCategories: 'No categories found',
  /** Shown when no file matches (specification). */
  noFiles: 'No files found',
  /** The advice if no file matches. */
  noFilesHint: 'Try another word or reset the filters.',
  /** Placeholder of the search box (specification). */
  searchPlaceholder: 'Search files...',
  /** Spoken label of the search box. */
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
  /** Spoken after the chosen category's name, on the link that shows all categories again. */
  removeCategory: 'show all categories',
  /** Shown if neither titles nor texts match; `category` is absent for all categories. */
  noMatch: (search: string, category?: string) =>
    `No lesson has “${isolate(search)}” in its title or its text${category === undefined ? '' : ` in ${isolate(category)}`}.`,
  /** Shown if no title matches, and texts could not be searched or do match. */
  noTitleMatch: (search: string, category?: string) =>
    `No title contains “${isolate(search)}”${category === undefined ? '' : ` in ${isolate(category)}`}.`,
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
  /** Spoken after a category's name. */
  fileCount: (count: number, atLeast = false) =>
    count === 1 ? '1 file' : `${count}${atLeast ? '+' : ''} files`,
  /** Spoken name of the filter form. */
  filterLabel: 'Filter files',
  /** Spoken heading of the list of files. */
  filesHeading: 'Files',
  /** Title of the category sheet and heading of the category column (specification). */
  categoriesTitle: 'Categories',
  /** Description of the category sheet (specification). */
  categoriesDescription: 'Select a category to filter the files.',
  /** Spoken name of the button that closes the category sheet. */
  categoriesClose: 'Close categories',
  /** Button that shows the categories after the first five. */
  showMore: 'Show more',
  /** Button that hides them again. */
  showFewer: 'Show fewer',

  /**
   * Sort options, by their names in an address; the difference comes first, because a narrow box cuts the end
   * (docs/rules.md#the-library-on-a-page).
   */
  'fileName-asc': 'Name ascending',
  'fileName-desc': 'Name descending',
  '$createdAt-asc': 'Oldest first (date added)',
  '$createdAt-desc': 'Newest first (date added)',

  /** Spoken after a card's title; in parentheses. */
  opensInNewTab: 'opens in a new tab',
  /** Shown on a card whose address is not safe. */
  linkUnavailable: 'This file cannot be opened.',
  /** Button of a card that leads to the lesson's own page, where it is read; the title follows, spoken only. */
  details: 'Read here',

  /** The range summary (specification); the Arabic noun changes with the total. */
  range: ({ start, end, total, atLeast }: ShownRange) =>
    `showing files ${start}-${end} of ${total}${atLeast ? '+' : ''} files.`,
  /** Spoken name of the pager. */
  pagerLabel: 'Pagination',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  /** Spoken name of a page's link. */
  pageNumber: (page: number) => `Page ${page}`,

  /** Spoken while something loads. */
  loading: 'Loading…',
  /** The files could not be loaded. */
  errorFiles: 'The files could not be loaded.',
  /** The categories could not be loaded. */
  errorCategories: 'The categories could not be loaded.',
  /** Reason: the device has no network. */
  offline: 'You appear to be offline. This page will update when you are back online.',
  /** Reason: no answer in time. */
  timeout: 'The request took too long.',
  /** Reason: anything else; says that the visitor's choices are kept. */
  tryLater: 'Something went wrong on our side. Your search and filters are still here.',
  /** Button that loads again. */
  retry: 'Try again',
  /** Quiet line at the foot of a page whose script failed or is not supported by the browser. */
  scriptFailed: 'You are seeing a simplified version of this page. Links and search still work.',

  /** Not-found page (specification). */
  notFoundHeading: 'Page Not Found',
  notFoundText: "The page you're looking for doesn't exist.",
  notFoundBack: 'Go Back Home',

  /** Heading at the address of a removed lesson. */
  goneHeading: 'This lesson is no longer available',
  /** Explains the removal and points to the other lessons. */
  goneText: 'It has been removed from the library. You can still read the other lessons.',
  /** Link to the library. */
  goneBack: 'Go to the library',

  /** Link to the page about a category's feed. */
  follow: 'Follow this category (RSS)',
  /** Link to a poster of a category for the notice board. */
  posterOfCategory: 'Poster for this category',
  /** Link to all PDFs of a category in one file; its size follows. */
  zip: 'Download the whole category',

  /** Footer (specification). */
  rights: 'All rights reserved',

  /** Description for search engines and link previews. */
  metaDescription: (preacher: string, center: string) =>
    `Lessons and PDF library of ${preacher}, imam and founder of ${center}.`,
};

/** The texts of the interface in a language. */
export type Messages = typeof en;
