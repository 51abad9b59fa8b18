/**
 * Every text of the interface, with a note for the translator. A missing key does not compile.
 * Texts marked "specification" are prescribed word for word in English.
 */
export interface Messages {
  /** Header link to the top of the home page (specification). */
  navHome: string;
  /** Header link to the library section (specification). */
  navLibrary: string;
  /** Spoken name of the header's navigation. */
  navLabel: string;
  /** First link of the page, seen only when it has the keyboard focus. */
  skipToMain: string;
  /** Spoken name of the logo link; `name` is the preacher's name. */
  logoLabel: (name: string) => string;
  /** Spoken name of the button that opens the menu sheet. */
  menuOpen: string;
  /** Spoken name of the button that closes the menu sheet. */
  menuClose: string;
  /** Title of the menu sheet (specification). */
  menuTitle: string;
  /** Description of the menu sheet (specification). */
  menuDescription: string;
  /** Spoken label before the postal address. */
  addressLabel: string;
  /** Button of the hero that scrolls to the library (specification). */
  explore: string;

  /** Heading of the library section (specification). */
  libraryTitle: string;
  /** Sentence under that heading (specification). */
  libraryDescription: string;
  /** The choice that clears the category (specification). */
  allCategories: string;
  /** Shown when there are no categories at all (specification). */
  noCategories: string;
  /** Shown when no file matches (specification). */
  noFiles: string;
  /** What to do when no file matches. */
  noFilesHint: string;
  /** Placeholder of the search box (specification). */
  searchPlaceholder: string;
  /** Spoken label of the search box. */
  searchLabel: string;
  /** Label of the sort control (specification). */
  sortBy: string;
  /** Apply button: visible text (specification). */
  apply: string;
  /** Apply button: tooltip (specification). */
  applyTitle: string;
  /** Reset button: visible text (specification). */
  reset: string;
  /** Reset button: tooltip (specification). */
  resetTitle: string;
  /** Button that opens the category sheet on small screens (specification). */
  selectCategory: string;
  /** What was searched, and where, when nothing was found; `category` is absent for all categories. */
  nothingNamed: (search: string, category?: string) => string;
  /** Offers the same search in all categories, with what it would find. */
  searchEverywhere: (count: number) => string;
  /** Said before the title that is closest to the search. */
  didYouMean: string;
  /** Link that removes the search text. */
  clearSearch: string;
  /** Said when something else was found than what was typed. */
  shownInstead: (searched: string, shown: string) => string;
  /** Link back from that to the very text that was typed. */
  searchExactly: (search: string) => string;
  /** Spoken after a category's name. */
  fileCount: (count: number) => string;
  /** Spoken name of the filter form. */
  filterLabel: string;
  /** Spoken heading of the list of files. */
  filesHeading: string;
  /** Title of the category sheet and heading of the category column (specification). */
  categoriesTitle: string;
  /** Description of the category sheet (specification). */
  categoriesDescription: string;
  /** Spoken name of the button that closes the category sheet. */
  categoriesClose: string;
  /** Opens the categories after the first five. */
  showMore: string;
  /** Closes them again. */
  showFewer: string;

  /** Sort options, in the words of docs/rules.md#the-library-on-a-page. */
  sortNameAsc: string;
  sortNameDesc: string;
  sortDateAsc: string;
  sortDateDesc: string;

  /** Spoken after a card's title; in parentheses. */
  opensInNewTab: string;
  /** Said on a card whose address cannot be trusted. */
  linkUnavailable: string;
  /** Link from a card to the lesson's own page; its title follows, spoken only. */
  details: string;

  /** The range summary (specification); the Arabic noun changes with the total. `atLeast`: the backend stopped counting. */
  range: (range: { start: number; end: number; total: number; atLeast?: boolean }) => string;
  /** Spoken name of the pager. */
  pagerLabel: string;
  previousPage: string;
  nextPage: string;
  /** Spoken name of a page's link. */
  pageNumber: (page: number) => string;

  /** Spoken while something loads. */
  loading: string;
  /** The files could not be loaded. */
  errorFiles: string;
  /** The categories could not be loaded. */
  errorCategories: string;
  /** Reason: the device has no network. */
  offline: string;
  /** Reason: no answer in time. */
  timeout: string;
  /** Reason: anything else; says that the visitor's choices are kept. */
  tryLater: string;
  /** Button that loads again. */
  retry: string;
  /** Quiet line at the foot of a page whose program broke down or is not understood by the browser: all of it still works. */
  programFailed: string;

  /** Not-found page (specification). */
  notFoundHeading: string;
  notFoundText: string;
  notFoundBack: string;

  /** Heading at the address of a lesson that its owner has taken down. */
  goneHeading: string;
  /** Says that others are in the library. */
  goneText: string;
  /** Link to the library. */
  goneBack: string;

  /** Footer (specification). */
  rights: string;

  /** Description for search engines and link previews. */
  metaDescription: (preacher: string, center: string) => string;
}
