import { isolate } from './isolate.ts';
import type { Messages } from './messages.ts';

export const en: Messages = {
  navHome: 'Home',
  navLibrary: 'Library',
  navLabel: 'Main navigation',
  skipToMain: 'Skip to main content',
  logoLabel: (name) => `${name} – home`,
  menuOpen: 'Open menu',
  menuClose: 'Close menu',
  menuTitle: 'Menu',
  menuDescription: 'Navigate through the website sections',
  addressLabel: 'Address:',
  explore: 'Explore Now',

  libraryTitle: 'Library',
  libraryDescription: 'Explore a variety of sheikh lessons on Islamic teachings, studies, and more.',
  allCategories: 'All Categories',
  noCategories: 'No categories found',
  noFiles: 'No files found',
  noFilesHint: 'Try another word or reset the filters.',
  searchPlaceholder: 'Search files...',
  searchLabel: 'Search files',
  sortBy: 'sort by:',
  apply: 'search',
  applyTitle: 'Apply filters',
  reset: 'Reset',
  resetTitle: 'Reset filters',
  selectCategory: 'Select Category',
  nothingNamed: (search, category) =>
    `No lesson is named “${isolate(search)}”${category === undefined ? '' : ` in ${isolate(category)}`}.`,
  searchEverywhere: (count) => `Search in all categories (${count})`,
  didYouMean: 'Did you mean:',
  clearSearch: 'Clear search',
  shownInstead: (searched, shown) =>
    `Nothing was found for “${isolate(searched)}”. Showing lessons for “${isolate(shown)}” instead.`,
  searchExactly: (search) => `Search only for “${isolate(search)}”`,
  fileCount: (count) => (count === 1 ? '1 file' : `${count} files`),
  filterLabel: 'Filter files',
  filesHeading: 'Files',
  categoriesTitle: 'Categories',
  categoriesDescription: 'Select a category to filter the files.',
  categoriesClose: 'Close categories',
  showMore: 'Show more',
  showFewer: 'Show fewer',

  sortNameAsc: 'Name ascending',
  sortNameDesc: 'Name descending',
  sortDateAsc: 'Date added, oldest first',
  sortDateDesc: 'Date added, newest first',

  opensInNewTab: 'opens in a new tab',
  linkUnavailable: 'This file cannot be opened.',
  details: 'Details',

  range: ({ start, end, total, atLeast }) =>
    `showing files ${start}-${end} of ${total}${atLeast ? '+' : ''} files.`,
  pagerLabel: 'Pagination',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageNumber: (page) => `Page ${page}`,

  loading: 'Loading…',
  errorFiles: 'The files could not be loaded.',
  errorCategories: 'The categories could not be loaded.',
  offline: 'You appear to be offline. The page continues by itself when the connection is back.',
  timeout: 'The request took too long.',
  tryLater: 'Something went wrong on our side. Your choices are kept.',
  programFailed: 'This page is shown in its simple form: every link and the search work.',
  retry: 'Try again',

  notFoundHeading: 'Page Not Found',
  notFoundText: "The page you're looking for doesn't exist.",
  notFoundBack: 'Go Back Home',

  goneHeading: 'This lesson is no longer available',
  goneText: 'It was taken out of the library. The other lessons are still there.',
  goneBack: 'Go to the library',

  rights: 'All rights reserved',

  metaDescription: (preacher, center) =>
    `Lessons and PDF library of ${preacher}, imam and founder of ${center}.`,
};
