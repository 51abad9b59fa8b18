/** What the text of a glyph or of a piece of a line is. */
export interface SignKind {
  isSpace: boolean;
  holdsSpace: boolean;
  isLetter: boolean;
  /** Vowels and other marks alone. */
  isMark: boolean;
  /** A sign that fonts name where they mean a mere stroke, or no name at all. */
  isStroke: boolean;
  /** R and L for letters that run to the left or right, N for digits, C for what stands within a number, S for other signs. */
  runs: 'R' | 'L' | 'N' | 'C' | 'S' | ' ';
}

/** The stroke that makes a word longer. */
export const tatweel = '\u0640';

// Unicode counts the stroke among the signs of no script.
const rightToLeft = /[\u0640\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The signs of a page are few: each is looked at once. Those of one code unit, nearly all, by their code. */
const ofUnit = new Array<SignKind | undefined>(0x10000);
const known = new Map<string, SignKind>();
const mostKnown = 20_000;

export function signKind(text: string): SignKind {
  if (text.length === 1) {
    const unit = text.charCodeAt(0);
    ofUnit[unit] ??= kindOf(text);
    return ofUnit[unit];
  }
  const before = known.get(text);
  if (before) return before;
  if (known.size >= mostKnown) known.clear();
  const kind = kindOf(text);
  known.set(text, kind);
  return kind;
}

function kindOf(text: string): SignKind {
  return {
    isSpace: /^\s$/.test(text),
    holdsSpace: /\s/.test(text),
    isLetter: /^\p{L}$/u.test(text),
    isMark: /^\p{M}+$/u.test(text),
    isStroke: /^[+;:!?*&%$#@"'()[\]<>]?$/.test(text),
    runs: runsOf(text),
  };
}

function runsOf(text: string): SignKind['runs'] {
  if (/\p{L}/u.test(text)) return rightToLeft.test(text) ? 'R' : 'L';
  if (/\p{Nd}/u.test(text)) return 'N';
  if (/^[.,:/٫٬]$/.test(text)) return 'C';
  return text.trim() === '' ? ' ' : 'S';
}
