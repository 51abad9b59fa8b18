/** Returns an IPv6 address without the brackets that URLs need. */
export const withoutBrackets = (host: string): string => host.replace(/[[\]]/g, '');

/** Messages about mistakes in settings and in the owner's files, in English. */
export const en = {
  missing: (name: string) => `Environment variable ${name} is not set or is empty.`,
  // Fixed by the specification.
  endpoint: 'Invalid endpoint URL',
  invalidValue: (name: string, value: string) =>
    ({
      PICTURES_MB: `PICTURES_MB must be a number of megabytes from 100 to 1000000, not "${value}".`,
      PORT: `PORT must be a number from 0 to 65535, not "${value}".`,
      SITE_URL: `SITE_URL must be an address such as https://example.org, without a path, not "${value}".`,
      HOST: `HOST must be written without brackets: HOST=${withoutBrackets(value)}, not "${value}".`,
      PLATFORM_ORIGINS: `PLATFORM_ORIGINS must be origins such as https://example.org, separated by commas, not "${value}".`,
      FRAME_ORIGINS: `FRAME_ORIGINS must be origins such as https://example.org, separated by commas, not "${value}".`,
      TRUST_PROXY: `TRUST_PROXY must be "off", the number of proxies in front of the site, or their addresses such as 127.0.0.1,10.0.0.0/8, not "${value}".`,
      APPWRITE_ENDPOINT: `Invalid endpoint URL: APPWRITE_ENDPOINT must be /v1, or a complete address such as https://fra.cloud.appwrite.io/v1, not "${value}".`,
      METRICS_KEY:
        'METRICS_KEY must have at least 16 characters without spaces, or be "make" to generate a key.',
      LOG: `LOG must be "plain" or "json", not "${value}".`,
      WATCH: `WATCH must be "on" or "off", not "${value}".`,
    })[name] ?? `${name} cannot be "${value}".`,
  guessableKey:
    'APPWRITE_API_KEY is too short: anyone who guesses it can change the library. Use at least 16 characters without spaces, or "make" to generate a key.',
  /** Adds the file's name to one of the messages below. */
  inFile: (file: string, problem: string) => `content/${file}: ${problem}`,
  missingFile:
    'the file is missing. Check that you are in the site’s folder, or copy the file from a backup.',
  unreadable: 'the file cannot be read: check that you have permission to open it.',
  /** `position` is the position of the syntax error: `end` for a text that is too short, null if unknown. */
  notJson: (position: { line: number; column: number } | 'end' | null) =>
    position === null
      ? 'this is not valid JSON: check its brackets, commas and quotation marks.'
      : position !== 'end'
        ? `this is not valid JSON: see line ${position.line}, near character ${position.column}. A comma or a quotation mark may be missing or extra.`
        : 'this is not valid JSON: the text ends too early. A bracket or a quotation mark at the end may be missing.',
  notObject: 'the file must contain a single object: { … }.',
  text: (name: string, language: string) =>
    `"${name}" needs a text for "${language}", such as "${name}": { "en": "…", "ar": "…" }.`,
  longText: (name: string, language: string, max: number) =>
    `"${name}" for "${language}" is longer than ${max} characters: shorten it.`,
  language: '"language" must be "en" or "ar".',
  hijriOffset: '"hijriOffset" must be a whole number of days from -2 to 2.',
  flag: (entry: string) => `"${entry}" must be true or false, without quotation marks.`,
  inboxCategory: '"inboxCategory" must be a name that a folder can have, such as "General – عام".',
  categories: '"categories" must be a list of category names, such as ["Fiqh", "Hadith"].',
  timeZone: '"timeZone" must name a time zone, such as "America/Chicago" or "Asia/Riyadh".',
  logoName: (entry: string) =>
    `"${entry}" must be the name of an image in the content folder, such as "logo.svg".`,
  logoFolder: (entry: string, name: string) => `"${entry}" must be inside the content folder, not "${name}".`,
  logoType: (entry: string, endings: string, name: string) =>
    `"${entry}" must end in ${endings}, not "${name}".`,
  logoUnreadable: (name: string) =>
    `the logo "${name}" cannot be read: put the picture into the content folder.`,
  logoLarge: (name: string) => `the logo "${name}" is larger than 200 kB: save a smaller picture.`,
  groups: 'the file must contain a list of groups, such as [["fiqh", "فقه"]].',
  group: (number: number) => `group ${number} must be a list of at least two words, such as ["fiqh", "فقه"].`,
};

/** Type of the messages in each language. Every language has all entries. */
export type SettingsMessages = typeof en;
