const languageEscape = '\u001B';
const decoders = Object.fromEntries(
  ['utf-16be', 'utf-16le', 'utf-8', 'latin1'].map((name) => [name, new TextDecoder(name)]),
);

/** The text of a PDF string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 after a byte order mark, else PDFDocEncoding. */
export function textOfString(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  const encoding =
    first === 0xfe && second === 0xff
      ? 'utf-16be'
      : first === 0xff && second === 0xfe
        ? 'utf-16le'
        : first === 0xef && second === 0xbb && third === 0xbf
          ? 'utf-8'
          : 'latin1';
  const text = decoders[encoding]?.decode(bytes) ?? '';
  if (!text.includes(languageEscape)) return text;
  const parts = text.split(languageEscape);
  // A language may be named inside the text, between two escapes.
  return parts.filter((_, index) => index % 2 === 0).join('');
}
