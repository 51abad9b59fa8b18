/**
 * Every character people write for an apostrophe, hamza or ayn in Latin letters, as the inside of a character
 * class. Written with canonical equivalents (U+0374, U+1FEF, U+1FFD), so that NFC and NFD text fold alike.
 */
export const apostrophes =
  "'`\u00B4\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u02D2\u02D3\u02EE\u0294\u0295\u0374\u1FEF\u1FFD" +
  '\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40';
