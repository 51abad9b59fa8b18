import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/** Generates any code point but surrogates, for `fc.string({ unit })`. The built-in `binary` first builds a table of them for seconds. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((at) => String.fromCodePoint(at < surrogates.first ? at : at + surrogates.count));
