/** What the keys of a US keyboard type in the Arabic (101) layout: plain, then shifted. */
const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvnm,./~QWERYOPASHJKXN?";
const arabicKeys =
  'ذضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظ\u0651\u064E\u064B\u064F\u064Cإ×؛\u0650\u064Dأـ،\u0652آ؟';

/** The keys that type a lam and an alef at once. */
const ligatureKeys = { b: 'لا', T: 'لإ', G: 'لأ', B: 'لآ' };

const toArabic = new Map([
  ...[...latinKeys].map((key, index) => [key, arabicKeys[index] ?? key] as const),
  ...Object.entries(ligatureKeys),
]);
const toLatin = new Map([...toArabic].map(([key, letters]) => [letters, key.toLowerCase()]));

function retype(units: readonly string[], layout: ReadonlyMap<string, string>): string {
  return units.map((unit) => layout.get(unit) ?? layout.get(unit.toLowerCase()) ?? unit).join('');
}

/**
 * What the text would be had it been typed on the other keyboard layout, likeliest first: `;jhf` gives كتاب, بهضا
 * gives fiqh. Two answers where caps lock or shift, or one key or two for لا, cannot be told apart; none for
 * text of both scripts or neither.
 */
export function otherLayout(text: string): string[] {
  const hasArabic = /[\u0621-\u064A]/.test(text);
  const hasLatin = /[a-z]/i.test(text);
  if (hasArabic === hasLatin) return [];
  const answers = hasLatin
    ? [retype([...text], toArabic), retype([...text.toLowerCase()], toArabic)]
    : [retype([...text], toLatin), retype(text.match(/ل[اأإآ]|./gsu) ?? [], toLatin)];
  return [...new Set(answers)];
}
