import fc from 'fast-check';

const pieces = [
  ...'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئٱکیگپچہھےۀۂ',
  ...'\u064B\u064E\u064F\u0650\u0651\u0652\u0670\u0653\u0654\u0655\u0640\u06E5\u06E6\u0610',
  ...'abcdefghiklmnoqstuyzABCDHSTZßøæœþñéāīūḥṣṭʿʾİıſﬁΣσς',
  ...'0123456789٠١٢٩۰۴۹०९',
  ..." -_.,،؛؟()[]'’`%\\|*\u200F\u200E\u200B\u200C\u00AD\uFEFF\u2069–—",
  ...'ﷺﷲ﷽ﻻﺎﺏ™½①⅓Å😀\u0000\u0001\u0002\u0003\n',
  'ال',
  'al-',
  ' عبد ',
  'ابو ',
  'tafseer',
  '1,000',
  '١٬٠٠٠',
  '’s',
  'ئو',
  'شئ',
  'ائة',
  'وۥ',
  'يۦ',
  '\u06E7',
  ' و ',
  '.pdf',
];

/** Generates short texts that mix the characters of names and queries: both scripts, marks, digits, symbols, controls. */
export const mixedText = fc
  .array(fc.constantFrom(...pieces), { maxLength: 14 })
  .map((parts) => parts.join(''));
