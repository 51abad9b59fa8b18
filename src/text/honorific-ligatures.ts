/**
 * The Arabic honorific ligatures that Unicode gives no decomposition (UnicodeData, blocks Arabic Presentation
 * Forms-A), and the words they stand for. Those that do decompose, such as ﷺ, need no entry: NFKD spells them.
 */
export const honorificLigatures: Readonly<Record<string, string>> = {
  '\uFD40': 'رحمه الله',
  '\uFD41': 'رضي الله عنه',
  '\uFD42': 'رضي الله عنها',
  '\uFD43': 'رضي الله عنهم',
  '\uFD44': 'رضي الله عنهما',
  '\uFD45': 'رضي الله عنهن',
  '\uFD46': 'صلى الله عليه وآله',
  '\uFD47': 'عليه السلام',
  '\uFD48': 'عليهم السلام',
  '\uFD49': 'عليهما السلام',
  '\uFD4A': 'عليه الصلاة والسلام',
  '\uFD4B': 'قدس سره',
  '\uFD4C': 'صلى الله عليه وآله وسلم',
  '\uFD4D': 'عليها السلام',
  '\uFD4E': 'تبارك وتعالى',
  '\uFD4F': 'رحمهم الله',
  '\uFDCF': 'سلامه علينا',
  '\uFDFD': 'بسم الله الرحمن الرحيم',
  '\uFDFE': 'سبحانه وتعالى',
  '\uFDFF': 'عز وجل',
};
