const author = '/Author (Minbar sample)';
const date = "(D:20260101000000+00'00')";
/** Keys stay in order, because the PDF searches them in a sorted tree. */
const nodeName = /\(node[\dA-F]{8}\)/gi;

/**
 * Names the author of a PDF that Chromium printed, and fixes its dates and node names, which differ from run to run. Keeps every
 * offset: the author replaces the name of Chromium's library. Throws for any other file.
 */
export function stampMetadata(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const producer = /\/Producer \((?:[^()\\]|\\.)*\)/.exec(text);
  if (!producer || producer[0].length < author.length) throw new Error('This is no PDF printed by Chromium.');
  const names = [...new Set(text.match(nodeName))].sort();
  const stamped = text
    .replace(producer[0], author.padEnd(producer[0].length))
    .replaceAll(/\(D:\d{14}[^)]*\)/g, (old) => (old.length === date.length ? date : old))
    .replaceAll(nodeName, (name) => `(node${String(names.indexOf(name) + 1).padStart(8, '0')})`);
  return Buffer.from(stamped, 'latin1');
}
